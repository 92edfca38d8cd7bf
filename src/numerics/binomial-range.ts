import { bisect } from "./bisect.js";

/** Counts from `min` to `max`, both included. */
export interface CountRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The counts of Bin(trials, probability) but for a mass of at most `tail` on each side, in closed form: for
 * sums over the counts, where more counts than needed cost little.
 *
 * Bernstein: P(|K - mean| >= t) on one side is at most exp(-t^2 / (2 (variance + t / 3))).
 *
 * @param law.complement 1 - probability, which the caller can give more accurately when either is tiny
 * @param tail in (0, 1)
 */
export function binomialRange(
  law: { readonly trials: number; readonly probability: number; readonly complement: number },
  tail: number,
): CountRange {
  const mean = law.trials * law.probability;
  const third = -Math.log(tail) / 3;
  const reach = third + Math.sqrt(third * third + 6 * third * mean * law.complement);
  return { min: Math.max(0, Math.floor(mean - reach)), max: Math.min(law.trials, Math.ceil(mean + reach)) };
}

/**
 * The same as narrow as Chernoff's inequality makes it: for figures that the ends themselves go into.
 *
 * P(K <= r n) and P(K >= r n) are at most exp(-n KL(r || p)) below and above the mean.
 *
 * @param tail in (0, 1), on each side
 */
export function narrowBinomialRange(
  { trials, probability }: { readonly trials: number; readonly probability: number },
  tail: number,
): CountRange {
  const needed = -Math.log(tail) / trials;
  return {
    min: Math.max(0, Math.floor(trials * shareBeyond(probability, 0, needed))),
    max: Math.min(trials, Math.ceil(trials * shareBeyond(probability, 1, needed))),
  };
}

/**
 * KL(share || probability), nats, to full relative accuracy where the two are near to each other:
 * p f((share - p) / p) + (1 - p) f((p - share) / (1 - p)), f(x) = (1 + x) log(1 + x) - x >= 0.
 */
export function bernoulliDivergence(share: number, probability: number): number {
  const term = (a: number, b: number): number => (b === 0 ? (a === 0 ? 0 : Infinity) : gapTerm(a, b));
  return term(share, probability) + term(1 - share, 1 - probability);
}

/** b f((a - b) / b) = a log(a / b) - (a - b). */
function gapTerm(a: number, b: number): number {
  const x = (a - b) / b;
  if (Math.abs(x) > 0.01) return (a === 0 ? 0 : a * (Math.log(a) - Math.log(b))) - (a - b);
  return b * x * x * (1 / 2 - x * (1 / 6 - x * (1 / 12 - x * (1 / 20 - x * (1 / 30 - x / 42)))));
}

/**
 * The share between `probability` and `end` whose divergence is as large as needed, or `end`; rounded towards
 * `end`.
 */
function shareBeyond(probability: number, end: 0 | 1, needed: number): number {
  if (bernoulliDivergence(end, probability) < needed) return end;
  const isFar = (share: number): boolean => bernoulliDivergence(share, probability) >= needed;
  return bisect(isFar, { fails: probability, holds: end }, { steps: 60 }).holds;
}
