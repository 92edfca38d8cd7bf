import { exp } from "../numerics/portable-math.js";
import { sampleBernoulli } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { categorySets } from "./_internal/category-sets.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { indexBelow } from "./_internal/check-reports.js";
import { subsetEvent } from "./_internal/subset-event.js";
import { countsBehind, supportVariance } from "./_internal/support-counts.js";
import type { FrequencyRandomizer } from "./local-randomizer.js";

/** Optimized unary encoding; a report is the ascending list of the categories whose bit is set. */
export interface UnaryEncoding extends FrequencyRandomizer<Uint32Array> {
  /** The probability that `value` is reported as `report`; 0 where it is below the least double. */
  probability(report: ArrayLike<number>, value: number): number;
}

/** More than the rounding of the operations that make the probability, so that its odds never exceed e^ε₀. */
const ROUNDING_UP = 1 + 4 * Number.EPSILON;

/**
 * Optimized unary encoding: a report has a bit for each category, set with probability 1/2 for the true one
 * and with q = 1 / (e^ε₀ + 1) for every other one, independently.
 *
 * Variance of a count of n users, h of whom hold the category: (h/4 + (n - h) q (1 - q)) / (1/2 - q)²; it
 * does not grow with the number of categories. A report takes one bit for each. Guarantee: ε₀-LDP exactly,
 * rounding included: (1 - q)/q <= e^ε₀ for the double q.
 *
 * @param options.localEpsilon ε₀, pure local DP of one report, nats, [1e-6, 30]
 * @param options.categories   k, integer in [2, 2^20]
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range; BAD_INPUT there are no
 *   reports to decode
 * @example unaryEncoding({ localEpsilon: Math.log(3), categories: 10 }).falseSupportProbability.toFixed(4); // 0.2500
 * @see Wang, Blocki, Li and Jha, "Locally Differentially Private Protocols for Frequency Estimation", USENIX
 *   Security 2017, 5.2
 */
export function unaryEncoding(options: {
  readonly localEpsilon: number;
  readonly categories: number;
}): UnaryEncoding {
  const name = "unaryEncoding";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: localEpsilon`, options.localEpsilon);
  const range = { min: 2, max: 2 ** 20, integer: true };
  const categories = checkNumber(`${name}: categories`, options.categories, range);
  const q = (exp(-epsilon) / (1 + exp(-epsilon))) * ROUNDING_UP;
  const law = { supportProbability: 0.5, falseSupportProbability: q, contrast: 0.5 - q };
  const sets = categorySets(name, categories);
  const checkCategory = (value: number) => checkNumber(`${name}: value`, value, indexBelow(categories));
  const bitProbability = (category: number, value: number): number => (category === value ? 0.5 : q);

  return {
    ...law,
    bitsPerReport: sets.bitsPerReport,
    encode: sets.encode,
    decode: sets.decode,
    describe: () => subsetEvent({ epsilon, mass: q, overlap: q * q }),
    randomize(source, value) {
      checkCategory(value);
      const report: number[] = [];
      for (let category = 0; category < categories; category++) {
        if (sampleBernoulli(source, bitProbability(category, value))) report.push(category);
      }
      return Uint32Array.from(report);
    },
    probability(report, value) {
      sets.checkSet(report);
      checkCategory(value);
      const isSet = new Set(Array.from(report));
      let product = 1;
      for (let category = 0; category < categories; category++) {
        const chance = bitProbability(category, value);
        product *= isSet.has(category) ? chance : 1 - chance;
      }
      return product;
    },
    supports: sets.has,
    decodeHistogram: (reports) => countsBehind(sets.countMembers(reports), reports.length, law),
    countVariance: (users, holders) => supportVariance(name, { users, holders }, law),
  };
}
