import { ROUNDING, roundedDown } from "../../../numerics/rounding.js";
import type { DeltaGuarantee } from "../../../privacy/index.js";
import { lesserSum, type Sum, sumOf } from "./least-sum.js";
import type { Part } from "./part.js";
import { deviations, type TailLaw, tailLaw } from "./tail-law.js";

/**
 * Deltas at which the parts are looked at before their epsilons are known. Valid at any two: they choose the
 * first split. Twice or half of either moves a delta by up to 2 %.
 */
const USUAL_DELTA = 1e-6;
const SMALLER_DELTA = 1e-9;
/**
 * Splits at most, each by what the last ones show; a gain below GAIN ends them. Valid at any two, as every
 * split is: twice or half as many splits changed none of 10 deltas.
 */
const MAX_SPLITS = 8;
const GAIN = 0.02;

/**
 * The least sum found of the parts' deltas where their epsilons add up to at most `epsilon`; undefined where
 * none is found.
 *
 * The sum is least where all deltas are in proportion to the slopes dε / d log(1/δ): of {@link tailLaw} at
 * first, of the last two splits then.
 */
export function splitEpsilon(parts: readonly Part[], epsilon: number): Sum<DeltaGuarantee> | undefined {
  const laws = parts.map(lawOf);
  let epsilons = firstSplit(laws, epsilon);
  let slopes: readonly number[] | undefined;
  let [best, last]: (Sum<DeltaGuarantee> | undefined)[] = [];
  for (let split = 0; split < MAX_SPLITS; split++) {
    const sum = sumOf(
      parts.map((part, i) => part.deltaAt(epsilons[i]!)),
      ({ delta }) => delta.upper,
    );
    if (sum === undefined) break;
    const isSettled = best !== undefined && Math.abs(best.total - sum.total) <= GAIN * best.total;
    best = lesserSum(best, sum);
    if (isSettled) break;
    slopes = slopesOf(sum.figures, last?.figures, slopes ?? slopesBy(laws, sum.figures));
    const exchanges = slopes.map((slope) => slope > 0);
    epsilons = within(levelled(sum.figures, slopes), exchanges, epsilon);
    last = sum;
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
    rates.map((rate) => rate > 0),
    epsilon,
  );
}

/**
 * The same, of which those that exchange are so much smaller or larger that all add up to `epsilon`, rounded
 * down.
 */
function within(
  epsilons: readonly number[],
  exchanges: readonly boolean[],
  epsilon: number,
): readonly number[] {
  const sumWhere = (which: boolean): number =>
    epsilons.reduce((sum, each, i) => (exchanges[i] === which ? sum + each : sum), 0);
  const kept = sumWhere(false);
  const exchanged = sumWhere(true);
  const left = down(epsilon) - kept;
  if (left > 0 && exchanged > 0) {
    return epsilons.map((each, i) => (exchanges[i] ? down(each * (left / exchanged)) : each));
  }
  const all = kept + exchanged;
  if (!(all > 0)) return epsilons.map(() => down(epsilon / epsilons.length));
  return epsilons.map((each) => (all > epsilon ? down(each * (epsilon / all)) : each));
}

function down(value: number): number {
  return roundedDown(value, ROUNDING.longSum);
}

function slopesBy(laws: readonly TailLaw[], figures: readonly DeltaGuarantee[]): readonly number[] {
  return laws.map(({ rate }, i) =>
    rate < Infinity ? rate / Math.max(1, deviations(figures[i]!.delta.upper)) : 0,
  );
}

/** Between the last two splits; where a part has hardly moved, as before. */
function slopesOf(
  figures: readonly DeltaGuarantee[],
  before: readonly DeltaGuarantee[] | undefined,
  known: readonly number[],
): readonly number[] {
  if (before === undefined) return known;
  return figures.map((figure, i) => {
    const move = logOf(before[i]!) - logOf(figure);
    // A part whose logarithm of delta moves by less does not exchange epsilon for delta.
    if (Math.abs(move) < 1e-3) return known[i]!;
    return Math.max(0, (figure.epsilon - before[i]!.epsilon) / move);
  });
}

function logOf({ delta }: DeltaGuarantee): number {
  return Math.log(Math.max(Number.MIN_VALUE, delta.upper));
}

/** Epsilon moves from the parts whose delta is small for its slope to those whose is large. */
function levelled(figures: readonly DeltaGuarantee[], slopes: readonly number[]): readonly number[] {
  const total = slopes.reduce((sum, slope) => sum + slope, 0);
  if (!(total > 0)) return figures.map(({ epsilon }) => epsilon);
  const heights = figures.map((figure, i) => (slopes[i]! > 0 ? logOf(figure) - Math.log(slopes[i]!) : 0));
  const mean = heights.reduce((sum, height, i) => sum + height * slopes[i]!, 0) / total;
  return figures.map(({ epsilon }, i) => Math.max(0, epsilon + slopes[i]! * (heights[i]! - mean)));
}
