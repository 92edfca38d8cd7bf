import type { DeltaGuarantee } from "../../privacy/index.js";
import { lesserSum, ROUNDED_DOWN, type Sum, sumOf } from "./least-sum.js";
import type { Part } from "./part.js";
import { deviations, type TailLaw, tailLaw } from "./tail-law.js";

/** Deltas at which the parts are looked at before their epsilons are known. */
const USUAL_DELTA = 1e-6;
const SMALLER_DELTA = 1e-9;
/** Splits at most, each by what the last one shows. */
const MOST_SPLITS = 4;

/**
 * The least sum found of the parts' deltas where their epsilons add up to at most `epsilon`; undefined where none is found.
 *
 * Where each part's epsilon is by {@link tailLaw}, the sum is least where all deltas are about as the slopes dε / d log(1/δ).
 */
export function splitEpsilon(parts: readonly Part[], epsilon: number): Sum<DeltaGuarantee> | undefined {
  const laws = parts.map(lawOf);
  let best: Sum<DeltaGuarantee> | undefined;
  let epsilons = firstSplit(laws, epsilon);
  for (let split = 0; split < MOST_SPLITS; split++) {
    const sum = sumOf(
      parts.map((part, i) => part.deltaAt(epsilons[i]!)),
      ({ delta }) => delta.upper,
    );
    if (sum === undefined) break;
    best = lesserSum(best, sum);
    epsilons = within(levelled(laws, epsilons, sum.figures), epsilon);
  }
  return best;
}

/** Of a part without an epsilon at usual deltas, its share is a guess. */
function lawOf(part: Part): TailLaw {
  const at = part.epsilonAt(USUAL_DELTA);
  return at === undefined ? { base: 0, rate: 1 } : tailLaw(at, part.epsilonAt(SMALLER_DELTA));
}

/** What each part spends at any delta, and what is left as the rates. */
function firstSplit(laws: readonly TailLaw[], epsilon: number): readonly number[] {
  const rates = laws.map(({ rate }) => (rate < Infinity ? rate : 0));
  const total = rates.reduce((sum, rate) => sum + rate, 0);
  const bases = laws.reduce((sum, { base }) => sum + base, 0);
  const steps = total > 0 ? Math.max(0, epsilon - bases) / total : 0;
  return within(
    laws.map(({ base }, i) => Math.max(0, base + rates[i]! * steps)),
    epsilon,
  );
}

/** The same, so much smaller or larger that they add up to `epsilon`, rounded down. */
function within(epsilons: readonly number[], epsilon: number): readonly number[] {
  const total = epsilons.reduce((sum, each) => sum + each, 0);
  if (!(total > 0)) return epsilons.map(() => (epsilon / epsilons.length) * ROUNDED_DOWN);
  return epsilons.map((each) => each * (epsilon / total) * ROUNDED_DOWN);
}

/** Epsilon moves from the parts whose delta is small for its slope to those whose is large. */
function levelled(
  laws: readonly TailLaw[],
  epsilons: readonly number[],
  deltas: readonly DeltaGuarantee[],
): readonly number[] {
  const slopes = laws.map(({ rate }, i) =>
    rate < Infinity ? rate / Math.max(1, deviations(deltas[i]!.delta.upper)) : 0,
  );
  const total = slopes.reduce((sum, slope) => sum + slope, 0);
  if (!(total > 0)) return epsilons;
  const heights = slopes.map((slope, i) =>
    slope > 0 ? Math.log(Math.max(Number.MIN_VALUE, deltas[i]!.delta.upper) / slope) : 0,
  );
  const mean = heights.reduce((sum, height, i) => sum + height * slopes[i]!, 0) / total;
  return epsilons.map((each, i) => Math.max(0, each + slopes[i]! * (heights[i]! - mean)));
}
