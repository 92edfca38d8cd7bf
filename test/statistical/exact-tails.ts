/**
 * Exact tail probabilities for the statistical tests. A test fails when the two-sided p-value of what it saw
 * is below `FALSE_ALARM`: a right program fails it for one seed in a million.
 */
import erfc from "@stdlib/math-base-special-erfc";
import gammaln from "@stdlib/math-base-special-gammaln";

export const FALSE_ALARM = 1e-6;

export interface Tails {
  /** P(X <= observed). */
  readonly lower: number;
  /** P(X >= observed). */
  readonly upper: number;
}

/** The chance of something at least as extreme on either side. */
export function twoSided({ lower, upper }: Tails): number {
  return Math.min(1, 2 * Math.min(lower, upper));
}

/**
 * Tails of chi-square with `degrees` of freedom, by Q(x; k + 2) = Q(x; k) + (x/2)^(k/2) e^(-x/2) / Γ(k/2 +
 * 1).
 */
export function chiSquareTails(statistic: number, degrees: number): Tails {
  const half = statistic / 2;
  const term = (k: number): number => Math.exp((k / 2) * Math.log(half) - half - gammaln(k / 2 + 1));
  let upper = degrees % 2 === 0 ? 0 : erfc(Math.sqrt(half));
  for (let k = degrees % 2; k < degrees; k += 2) upper += term(k);
  let lower = 0;
  for (let k = degrees; k < statistic || term(k) > 1e-20; k += 2) lower += term(k);
  return { lower, upper };
}

/** Tails of Binomial(trials, probability) at `count`, both with the count itself. */
export function binomialTails(count: number, trials: number, probability: number): Tails {
  const mass = (k: number): number =>
    Math.exp(
      gammaln(trials + 1) -
        gammaln(k + 1) -
        gammaln(trials - k + 1) +
        k * Math.log(probability) +
        (trials - k) * Math.log1p(-probability),
    );
  const mean = trials * probability;
  let lower = 0;
  for (let k = count; k >= 0 && (k > mean || mass(k) > 1e-20); k--) lower += mass(k);
  let upper = 0;
  for (let k = count; k <= trials && (k < mean || mass(k) > 1e-20); k++) upper += mass(k);
  return { lower, upper };
}

/**
 * Pearson's statistic of counts against their probabilities; its law is chi-square with one degree less than
 * there are cells.
 */
export function pearson(counts: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  return Array.from(counts).reduce((sum, count, cell) => {
    const expected = total * probabilities[cell]!;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}

/**
 * The p-value that counts were drawn from the given probabilities; the upper side only, unlikely fits count
 * as well.
 */
export function fitPValue(counts: ArrayLike<number>, probabilities: ArrayLike<number>): number {
  return chiSquareTails(pearson(counts, probabilities), counts.length - 1).upper;
}
