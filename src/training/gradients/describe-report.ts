import { hemisphereRandomizer, linfRandomizer, privUnitRandomizer } from "../../mechanisms/index.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import type { GradientRandomizer } from "./gradient-randomizer.js";

const MECHANISMS = {
  "priv-unit": privUnitRandomizer,
  hemisphere: hemisphereRandomizer,
  linf: linfRandomizer,
};

/**
 * What one report about a gradient of `dimension` entries spends.
 *
 * @throws DpError OUT_OF_RANGE the randomizer is not made for so few or so many entries
 */
export function describeReport(
  { kind, localEpsilon, clipBound: bound }: GradientRandomizer,
  dimension: number,
): MechanismEvent {
  return MECHANISMS[kind]({ localEpsilon, bound, dimension }).describe();
}
