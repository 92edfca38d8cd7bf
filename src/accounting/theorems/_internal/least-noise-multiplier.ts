import { DpError } from "../../../errors.js";
import { smallestDoubleWhere } from "../../../numerics/smallest-double-where.js";
import { DOMAIN, describeRange } from "../../../validate.js";

/**
 * The least noise multiplier of the domain at which a condition holds, which stays true once it is true.
 *
 * @throws DpError NOT_APPLICABLE it holds at none
 */
export function leastNoiseMultiplier(where: string, holds: (noiseMultiplier: number) => boolean): number {
  const { min, max } = DOMAIN.composedNoise;
  if (holds(max)) return smallestDoubleWhere(holds, min, max);
  const allowed = describeRange(DOMAIN.composedNoise);
  throw new DpError(
    "NOT_APPLICABLE",
    `${where}: the target lies beyond the domain: no noise multiplier that is ${allowed} meets it; raise epsilon or delta`,
    { parameter: "noiseMultiplier", value: max, allowed },
  );
}
