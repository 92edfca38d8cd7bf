import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { LatticeMeasure } from "./lattice-above.js";

/**
 * The measure on a lattice of twice the step, odd places split onto both neighbours: above it in increasing
 * convex order.
 */
export function twiceAsCoarse({ step, places, mass }: LatticeMeasure): LatticeMeasure {
  const coarse = new Int32Array(2 * places.length);
  const sums = new Float64Array(2 * places.length);
  let last = -1;
  const put = (place: number, more: number): void => {
    if (last < 0 || coarse[last] !== place) coarse[++last] = place;
    sums[last]! += more;
  };
  for (let i = 0; i < places.length; i++) {
    const half = places[i]! >> 1;
    if (2 * half === places[i]) put(half, mass[i]!);
    else {
      put(half, mass[i]! / 2);
      put(half + 1, mass[i]! / 2);
    }
  }
  return {
    step: 2 * step,
    places: coarse.slice(0, last + 1),
    mass: sums.subarray(0, last + 1).map((sum) => roundedUp(sum, ROUNDING.formula)),
  };
}
