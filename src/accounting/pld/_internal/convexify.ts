import { upperShare } from "./upper-share.js";

/**
 * Makes a signed lattice measure nonnegative, in place, without raising its profile: the convex hull from below.
 *
 * A negative mass is a dent in the profile. Splitting it onto its neighbours, mean kept, replaces the dent by the chord between
 * them; at the left end the neighbour is ratio 0, where P has no mass. The last mass must be nonnegative but for rounding.
 */
export function convexify(mass: Float64Array, step: number): void {
  const last = mass.length - 1;
  const previous = Int32Array.from(mass, (_, i) => i - 1);
  for (let k = 0; k < last; k++) {
    const next = k + 1;
    let here = previous[next]!;
    while (here >= 0 && mass[here]! < 0) {
      const before = previous[here]!;
      const up = before < 0 ? 1 : upperShare((here - before) * step, (next - here) * step);
      take(mass, next, -mass[here]! * up);
      if (before >= 0) take(mass, before, -mass[here]! * (1 - up));
      mass[here] = 0;
      previous[next] = before;
      here = before;
    }
  }
  mass[last] = Math.max(0, mass[last]!);
}

/** Of a mass that is taken from, this share may be rounding, and then counts for nothing. */
const NOISE = 2 ** -48;

function take(mass: Float64Array, k: number, amount: number): void {
  const left = mass[k]! - amount;
  mass[k] = left > 0 && left < NOISE * mass[k]! ? 0 : left;
}
