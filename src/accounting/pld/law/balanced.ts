import type { RatioLaw } from "./ratio-law.js";

/**
 * Restores mass one and mean one after rounding, by one factor for the values above one and another for those below.
 *
 * Both factors differ from one by rounding only. Equal mass and mean let a relative error of the masses be dominated by a
 * dilation about the mean, which independent sums preserve: errors add over the steps and do not multiply by n.
 */
export function balanced(law: RatioLaw): RatioLaw {
  let [massAbove, massBelow, excess, deficit] = [0, 0, 0, 0];
  const split = 1 - law.origin;
  for (let i = 0; i < law.value.length; i++) {
    const mass = law.mass[i]!;
    const distance = law.value[i]! - split;
    if (distance > 0) {
      massAbove += mass;
      excess += mass * distance;
    } else {
      massBelow += mass;
      deficit -= mass * distance;
    }
  }
  if (!(deficit > 0)) return law;
  const above = (deficit - massBelow * law.infinite) / (massAbove * deficit + massBelow * excess);
  const below = (excess * above + law.infinite) / deficit;
  const mass = law.mass.slice();
  for (let i = 0; i < mass.length; i++) mass[i]! *= law.value[i]! > split ? above : below;
  return { ...law, mass };
}
