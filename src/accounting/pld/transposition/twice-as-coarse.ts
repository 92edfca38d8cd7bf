import type { LatticeMeasure } from "./ratio-lattice.js";

/** More than sums of masses round. */
const ROUNDED_UP = 1 + 2 ** -48;

/** The measure on a lattice of twice the step, odd places split onto both neighbours: above it in increasing convex order. */
export function twiceAsCoarse({ step, places, mass }: LatticeMeasure): LatticeMeasure {
  const coarse: number[] = [];
  const sums: number[] = [];
  const put = (place: number, more: number): void => {
    if (coarse.at(-1) === place) sums[sums.length - 1]! += more;
    else {
      coarse.push(place);
      sums.push(more);
    }
  };
  places.forEach((place, i) => {
    const half = Math.floor(place / 2);
    const isOdd = place !== 2 * half;
    put(half, isOdd ? mass[i]! / 2 : mass[i]!);
    if (isOdd) put(half + 1, mass[i]! / 2);
  });
  return {
    step: 2 * step,
    places: Int32Array.from(coarse),
    mass: Float64Array.from(sums, (sum) => sum * ROUNDED_UP),
  };
}
