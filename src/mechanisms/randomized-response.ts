import { type RandomSource, sampleBernoulli, sampleInteger } from "../random/index.js";
import { checkNumber, RANGES } from "../validate.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { checkReport, checkSomeReports } from "./_internal/check-reports.js";
import { numberedReports } from "./_internal/numbered-reports.js";
import type { DiscreteRandomizer } from "./local-randomizer.js";

export interface RandomizedResponse extends DiscreteRandomizer<number> {
  /**
   * Unbiased estimates of how many users hold each category; they sum to the number of reports and may be negative.
   * For up to 2^26 categories.
   */
  decodeHistogram(reports: ArrayLike<number>): Float64Array;
  /** Variance of one category's estimate when `holders` of `users` hold it. */
  countVariance(users: number, holders: number): number;
}

/** A histogram of more categories takes more than a gigabyte. */
const MOST_COUNTED = 2 ** 26;

/** More than the rounding of the operations that make a probability, so that the odds of the truth never exceed e^ε₀. */
const ROUNDING = 1 + 8 * Number.EPSILON;

/**
 * k-ary randomized response: a user tells the true category with probability e^ε₀ / (e^ε₀ + k - 1), else one of the others,
 * each with equal chance. With k = 2 it is Warner's binary randomized response.
 *
 * Guarantee: ε₀-LDP exactly, rounding included: the law of a report is that of {@link sampleBernoulli}'s double.
 * Best of all ε₀-LDP randomizers for histograms when k is small (k < e^ε₀ + 2); its error grows with k.
 *
 * @param options.epsilon    ε₀, pure local DP of one report, nats, [1e-6, 30]
 * @param options.categories k, integer in [2, 2^32]
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range, or there are too many categories for a
 *   histogram; BAD_INPUT there are no reports to decode
 * @example
 * const coin = randomizedResponse({ epsilon: Math.log(3), categories: 2 });
 * coin.probability(1, 1).toFixed(4); // 0.7500
 * @see Warner, "Randomized Response", JASA 1965; Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local
 *   Privacy", ICML 2016
 */
export function randomizedResponse(options: {
  readonly epsilon: number;
  readonly categories: number;
}): RandomizedResponse {
  const name = "randomizedResponse";
  const epsilon = checkEpsilon(name, options.epsilon);
  const categories = checkNumber(`${name}: categories`, options.categories, {
    min: 2,
    max: 2 ** 32,
    integer: true,
  });
  const others = categories - 1;
  // With e^-ε₀, so that a large ε₀ does not overflow.
  const lieOdds = others * Math.exp(-epsilon);
  // The coin is for the rarer side: a chance near 1 would have too few digits left for the other's.
  const truthIsRare = lieOdds > 1;
  const coin = truthIsRare ? 1 / (1 + lieOdds) / ROUNDING : (lieOdds / (1 + lieOdds)) * ROUNDING;
  const lie = truthIsRare ? 1 - coin : coin;
  const truth = truthIsRare ? coin : 1 - coin;
  const spread = lie / others;
  /** Truth probability minus `spread`. */
  const contrast = -Math.expm1(-epsilon) / (1 + lieOdds);
  const checkValue = (value: number) => checkReport(name, value, categories);

  return {
    reportCount: categories,
    ...numberedReports(name, categories),
    describe: () => ({ kind: "randomizedResponse", epsilon, categories }),
    randomize(source, value) {
      checkValue(value);
      return sampleBernoulli(source, coin) === truthIsRare ? value : otherThan(source, value, others);
    },
    probability: (report, value) => (checkValue(report) === checkValue(value) ? truth : spread),
    decodeHistogram(reports) {
      checkNumber(`${name}: categories of a histogram`, categories, {
        min: 2,
        max: MOST_COUNTED,
        integer: true,
      });
      checkSomeReports(name, reports);
      const counts = new Float64Array(categories);
      for (let index = 0; index < reports.length; index++) counts[checkValue(reports[index]!)]!++;
      return counts.map((count) => (count - reports.length * spread) / contrast);
    },
    countVariance(users, holders) {
      checkNumber(`${name}: users`, users, RANGES.nonNegativeInteger);
      checkNumber(`${name}: holders`, holders, { min: 0, max: users, integer: true });
      return (holders * truth * lie + (users - holders) * spread * (1 - spread)) / contrast ** 2;
    },
  };
}

/** One of the other categories, uniformly. */
function otherThan(source: RandomSource, value: number, others: number): number {
  const drawn = sampleInteger(source, others);
  return drawn < value ? drawn : drawn + 1;
}
