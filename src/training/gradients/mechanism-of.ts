import {
  hemisphereRandomizer,
  l1Randomizer,
  linfRandomizer,
  privUnitRandomizer,
  type VectorRandomizer,
} from "../../mechanisms/index.js";
import type { GradientRandomizer } from "./gradient-randomizer.js";

const MECHANISMS = {
  "priv-unit": privUnitRandomizer,
  hemisphere: hemisphereRandomizer,
  linf: linfRandomizer,
  l1: l1Randomizer,
};

/**
 * The randomizer of gradients of `dimension` entries: its event, its reports and their bytes.
 *
 * @throws DpError OUT_OF_RANGE the randomizer does not take this number of entries
 */
export function mechanismOf(
  { kind, localEpsilon, clipBound: bound }: GradientRandomizer,
  dimension: number,
): VectorRandomizer<Float64Array | number> {
  return MECHANISMS[kind]({ localEpsilon, bound, dimension });
}
