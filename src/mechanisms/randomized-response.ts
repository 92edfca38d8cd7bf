import { type RandomSource, sampleBernoulli, sampleInteger } from "../random/index.js";
import { checkNumber, checkOptions, RANGES } from "../validate.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { checkReport, checkSomeReports, countReports, indexBelow } from "./_internal/check-reports.js";
import { numberedReports } from "./_internal/numbered-reports.js";
import type { DiscreteRandomizer } from "./local-randomizer.js";

/** k-ary randomized response over numbered categories. */
export interface RandomizedResponse extends DiscreteRandomizer<number> {
  /** The probability to report the true category. */
  readonly truthProbability: number;
  /** The probability to report any other category. */
  readonly lieProbability: number;
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
 * k-ary randomized response: the report is the true category with probability e^ε₀ / (e^ε₀ + k - 1), else one of the others,
 * each with probability 1 / (e^ε₀ + k - 1). With k = 2 it is Warner's binary randomized response.
 *
 * Guarantee: ε₀-LDP exactly, rounding included: the law of a report is that of {@link sampleBernoulli}'s double.
 * Best of all ε₀-LDP randomizers for histograms when k is small (k < e^ε₀ + 2); its error grows with k.
 *
 * @param options.localEpsilon ε₀, pure local DP of one report, nats, [1e-6, 30]
 * @param options.categories   k, integer in [2, 2^32]
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range, or there are too many categories for a
 *   histogram; BAD_INPUT there are no reports to decode
 * @example
 * const coin = randomizedResponse({ localEpsilon: Math.log(3), categories: 2 });
 * coin.probability(1, 1).toFixed(4); // 0.7500
 * @see Warner, "Randomized Response", JASA 1965; Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local
 *   Privacy", ICML 2016
 */
export function randomizedResponse(options: {
  readonly localEpsilon: number;
  readonly categories: number;
}): RandomizedResponse {
  const name = "randomizedResponse";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: localEpsilon`, options.localEpsilon);
  const categories = checkNumber(`${name}: categories`, options.categories, {
    min: 2,
    max: 2 ** 32,
    integer: true,
  });
  const law = responseLaw(epsilon, categories - 1);
  const { truthProbability, lieProbability, eachLieProbability, contrast } = law;
  const checkCategory = (value: number) => checkNumber(`${name}: value`, value, indexBelow(categories));

  return {
    reportCount: categories,
    truthProbability,
    lieProbability,
    ...numberedReports(name, categories),
    describe: () => ({ kind: "randomizedResponse", epsilon, categories }),
    randomize(source, value) {
      checkCategory(value);
      const isTrue = sampleBernoulli(source, law.rareProbability) === law.truthIsRare;
      return isTrue ? value : otherThan(source, value, categories - 1);
    },
    probability: (report, value) =>
      checkReport(name, report, categories) === checkCategory(value) ? truthProbability : eachLieProbability,
    decodeHistogram(reports) {
      checkNumber(`${name}: categories of a histogram`, categories, { max: MOST_COUNTED, integer: true });
      checkSomeReports(name, reports);
      const counts = countReports(name, reports, categories);
      return counts.map((count) => (count - reports.length * eachLieProbability) / contrast);
    },
    countVariance(users, holders) {
      checkNumber(`${name}: users`, users, RANGES.nonNegativeInteger);
      checkNumber(`${name}: holders`, holders, { min: 0, max: users, integer: true });
      const ofHolders = holders * truthProbability * lieProbability;
      const ofOthers = (users - holders) * eachLieProbability * (1 - eachLieProbability);
      return (ofHolders + ofOthers) / contrast ** 2;
    },
  };
}

interface ResponseLaw {
  readonly truthProbability: number;
  readonly lieProbability: number;
  readonly eachLieProbability: number;
  /** The smaller one of truth and lie; the coin is thrown for it, since one near 1 would leave too few digits for the other. */
  readonly rareProbability: number;
  readonly truthIsRare: boolean;
  /** truthProbability - eachLieProbability, without cancellation. */
  readonly contrast: number;
}

function responseLaw(epsilon: number, others: number): ResponseLaw {
  // With e^-ε₀, so that a large ε₀ does not overflow.
  const lieOdds = others * Math.exp(-epsilon);
  const truthIsRare = lieOdds > 1;
  const rareProbability = truthIsRare ? 1 / (1 + lieOdds) / ROUNDING : (lieOdds / (1 + lieOdds)) * ROUNDING;
  const lieProbability = truthIsRare ? 1 - rareProbability : rareProbability;
  return {
    truthProbability: truthIsRare ? rareProbability : 1 - rareProbability,
    lieProbability,
    eachLieProbability: lieProbability / others,
    rareProbability,
    truthIsRare,
    contrast: -Math.expm1(-epsilon) / (1 + lieOdds),
  };
}

/** One of the other categories, uniformly. */
function otherThan(source: RandomSource, value: number, others: number): number {
  const drawn = sampleInteger(source, others);
  return drawn < value ? drawn : drawn + 1;
}
