import type { ProfilePoint } from "../../../pld/pairs/profile-pair.js";

/**
 * Upper bounds of the delta of rounds of some number of reports at rising gains x' - 1, and how probable such
 * rounds are.
 */
export interface BandCurve {
  readonly weight: number;
  readonly gains: readonly number[];
  readonly deltas: readonly number[];
}

/**
 * The bands' deltas with their weights, each along its chords, which are above it as it is convex in x', and
 * constant after the last gain.
 */
export function jointProfile(curves: readonly BandCurve[]): ProfilePoint[] {
  const gains = [...new Set(curves.flatMap((curve) => curve.gains))].sort((a, b) => a - b);
  const places = curves.map(() => 0);
  return gains.map((gain) => {
    const delta = curves.reduce((sum, curve, i) => {
      while (places[i]! + 1 < curve.gains.length && curve.gains[places[i]! + 1]! <= gain) places[i]! += 1;
      return sum + curve.weight * alongChord(curve, places[i]!, gain);
    }, 0);
    return { epsilon: Math.log1p(gain) * (1 + 2 ** -48), delta: Math.min(1, delta * (1 + 2 ** -48)) };
  });
}

/** Between the i-th gain and the next. */
function alongChord({ gains, deltas }: BandCurve, i: number, gain: number): number {
  if (i + 1 >= gains.length) return deltas[i]!;
  const share = (gain - gains[i]!) / (gains[i + 1]! - gains[i]!);
  return (1 - share) * deltas[i]! + share * deltas[i + 1]!;
}
