import { DpError } from "../../../errors.js";
import { checkNumber, DOMAIN, type Range } from "../../../validate.js";
import type { TrafficLimits } from "./family.js";

type LimitName = keyof TrafficLimits;

const RANGES_OF: Readonly<Record<LimitName, Range>> = {
  maxBlocks: DOMAIN.blocks,
  maxDummies: { ...DOMAIN.count, min: 0 },
  maxBytes: { min: 1, max: 2 ** 40, integer: true },
};
/** Of the options of a design. */
interface LimitedOptions extends Partial<TrafficLimits> {
  readonly task: { readonly kind: string };
}

const PLAIN: TrafficLimits = { maxBlocks: 1, maxDummies: 0, maxBytes: Infinity };

/**
 * The limits, or those of plain reports.
 *
 * @throws DpError OUT_OF_RANGE a limit; BAD_INPUT the task is not of vectors
 */
export function checkTrafficLimits(name: string, options: LimitedOptions): TrafficLimits {
  const limits = { ...PLAIN };
  for (const limit of Object.keys(PLAIN) as LimitName[]) {
    const value = options[limit];
    if (value === undefined) continue;
    if (options.task?.kind !== "vector") throw onlyVectors(name, limit, value);
    limits[limit] = checkNumber(`${name}: ${limit}`, value, RANGES_OF[limit]);
  }
  return limits;
}

function onlyVectors(name: string, limit: LimitName, value: number): DpError {
  const message = `${name}: ${limit} is of vectors only; leave it out`;
  return new DpError("BAD_INPUT", message, { parameter: limit, value, allowed: "task vector" });
}
