import { type RandomSource, sampleInteger } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { checkReport, checkSomeReports, countReports, indexBelow } from "./_internal/check-reports.js";
import { numberedReports } from "./_internal/numbered-reports.js";
import { countsBehind, MAX_COUNTED, supportVariance } from "./_internal/support-counts.js";
import { truthCoin } from "./_internal/truth-coin.js";
import type { DiscreteRandomizer, FrequencyRandomizer } from "./local-randomizer.js";

/** k-ary randomized response over numbered categories. */
export interface RandomizedResponse extends DiscreteRandomizer<number>, FrequencyRandomizer<number> {
  /** The probability to report the true category. */
  readonly truthProbability: number;
  /** The probability to report any other category. */
  readonly lieProbability: number;
}

/**
 * k-ary randomized response: the report is the true category with probability e^ε₀ / (e^ε₀ + k - 1), else one
 * of the others, each with probability 1 / (e^ε₀ + k - 1). With k = 2 it is Warner's binary randomized
 * response.
 *
 * Guarantee: ε₀-LDP exactly, rounding included: the law of a report is that of `sampleBernoulli` at its
 * double. Best of all ε₀-LDP randomizers for histograms when k is small (k < e^ε₀ + 2); its error grows with
 * k.
 *
 * @param options.localEpsilon ε₀, pure local DP of one report, nats, [1e-6, 30]
 * @param options.categories   k, integer in [2, 2^32]
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range, or there are too many
 *   categories for a histogram; BAD_INPUT there are no reports to decode
 * @example
 * const coin = karyRandomizedResponse({ localEpsilon: Math.log(3), categories: 2 });
 * coin.probability(1, 1).toFixed(4); // 0.7500
 * @see Warner, "Randomized Response", JASA 1965; Kairouz, Bonawitz and Ramage, "Discrete Distribution
 *   Estimation under Local Privacy", ICML 2016
 */
export function karyRandomizedResponse(options: {
  readonly localEpsilon: number;
  readonly categories: number;
}): RandomizedResponse {
  const name = "karyRandomizedResponse";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: localEpsilon`, options.localEpsilon);
  const categories = checkNumber(`${name}: categories`, options.categories, {
    min: 2,
    max: 2 ** 32,
    integer: true,
  });
  const coin = truthCoin(epsilon, categories - 1);
  const { truthProbability, lieProbability, contrast } = coin;
  const eachLieProbability = lieProbability / (categories - 1);
  const law = {
    supportProbability: truthProbability,
    falseSupportProbability: eachLieProbability,
    contrast,
  };
  const checkCategory = (value: number) => checkNumber(`${name}: value`, value, indexBelow(categories));
  const isOf = (report: number, value: number): boolean =>
    checkReport(name, report, categories) === checkCategory(value);

  return {
    reportCount: categories,
    truthProbability,
    lieProbability,
    ...law,
    ...numberedReports(name, categories),
    describe: () => ({ kind: "randomizedResponse", epsilon, categories }),
    randomize(source, value) {
      checkCategory(value);
      return coin.draw(source) ? value : otherThan(source, value, categories - 1);
    },
    probability: (report, value) => (isOf(report, value) ? truthProbability : eachLieProbability),
    supports: isOf,
    decodeHistogram(reports) {
      checkNumber(`${name}: categories of a histogram`, categories, { max: MAX_COUNTED, integer: true });
      checkSomeReports(name, reports);
      return countsBehind(countReports(name, reports, categories), reports.length, law);
    },
    countVariance: (users, holders) => supportVariance(name, { users, holders }, law),
  };
}

/** One of the other categories, uniformly. */
function otherThan(source: RandomSource, value: number, others: number): number {
  const drawn = sampleInteger(source, others);
  return drawn < value ? drawn : drawn + 1;
}
