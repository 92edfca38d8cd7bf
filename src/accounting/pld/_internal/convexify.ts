import { upperShare } from "./upper-share.js";

/**
 * Makes a signed lattice measure nonnegative, in place, without raising its profile: the convex hull from below.
 *
 * A negative mass is a dent in the profile. Splitting it onto its neighbours, mean kept, replaces the dent by the chord between them.
 * At the left end the neighbour is ratio 0, where P has no mass; at the right end the last points are merged until they weigh
 * something, and rounded down.
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
      mass[next]! += mass[here]! * up;
      if (before >= 0) mass[before]! += mass[here]! * (1 - up);
      mass[here] = 0;
      previous[next] = before;
      here = before;
    }
  }
  if (mass[last]! < 0) mergeTail(mass, previous, step);
}

/** Merges the last points until their common ratio reaches the next point to the left, and puts their P-mass there. */
function mergeTail(mass: Float64Array, previous: Int32Array, step: number): void {
  const origin = mass.length - 1;
  let massP = 0;
  let massQ = 0;
  let point = origin;
  // Ratios and Q-masses in units of the last point's ratio.
  while (point >= 0 && !(massQ > 0 && massP >= massQ * Math.exp((point - origin) * step))) {
    massP += mass[point]!;
    massQ += mass[point]! * Math.exp((origin - point) * step);
    mass[point] = 0;
    point = previous[point]!;
  }
  if (point >= 0) mass[point]! += massP;
}
