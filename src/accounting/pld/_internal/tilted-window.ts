import type { Tilt } from "./choose-tilt.js";
import { cumulants } from "./cumulants.js";
import type { LatticePower } from "./lattice-measure.js";

/** Tilted mass that may lie beyond each end of the window. */
export const OUTSIDE = 1e-9;

/** Points of the lattice outside which the tilted composed law has little mass. */
export interface TiltedWindow {
  readonly first: number;
  readonly points: number;
}

export function tiltedWindow(powers: readonly LatticePower[], tilt: Tilt): TiltedWindow {
  const step = powers[0]!.measure.step;
  const below = reach(powers, tilt, -1);
  const above = reach(powers, tilt, 1);
  return {
    first: Math.floor((tilt.epsilon - below) / step),
    points: Math.max(16, Math.ceil((below + above) / step + 2)),
  };
}

/** Chernoff: how far from epsilon the tilted law's tail falls to OUTSIDE, on the side given by `sign`. */
function reach(
  powers: readonly LatticePower[],
  { tilt, epsilon, cumulants: at }: Tilt,
  sign: 1 | -1,
): number {
  const unit = Math.sqrt((2 * -Math.log(OUTSIDE)) / (at.variance + powers[0]!.measure.step ** 2));
  let best = Infinity;
  for (const factor of [16, 8, 4, 2, 1, 0.7, 0.4, 0.15, 0.04, 0.01, 0.003, 0.001]) {
    const extra = factor * unit;
    const gain = cumulants(powers, tilt + sign * extra).value - at.value - Math.log(OUTSIDE);
    if (Number.isFinite(gain)) best = Math.min(best, gain / extra - sign * epsilon);
  }
  return Math.max(best, 0);
}
