import { sampleSubset } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { categorySets } from "./_internal/category-sets.js";
import { checkEpsilon } from "./_internal/check-epsilon.js";
import { indexBelow } from "./_internal/check-reports.js";
import { subsetEvent } from "./_internal/subset-event.js";
import { countsBehind, type SupportLaw, supportVariance } from "./_internal/support-counts.js";
import { type TruthCoin, truthCoin } from "./_internal/truth-coin.js";
import type { FrequencyRandomizer } from "./local-randomizer.js";

/** Subset selection; a report is an ascending list of `subsetSize` categories. */
export interface SubsetSelection extends FrequencyRandomizer<Uint32Array> {
  /** w, categories in a report. */
  readonly subsetSize: number;
  /** The probability that `value` is reported as `report`; 0 where it is below the least double. */
  probability(report: ArrayLike<number>, value: number): number;
}

/** The public parameters of a {@link SubsetSelection}. */
export interface SubsetSelectionOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** k, integer in [2, 2^20]. */
  readonly categories: number;
  /** w, integer in [1, k - 1]; by default the one of the least variance under ε₀, about k / (e^ε₀ + 1). */
  readonly subsetSize?: number;
}

/**
 * Subset selection: a report is a set of w categories, with the true one in it with probability p = e^ε₀ w /
 * (e^ε₀ w + k - w); given that, every such set is equally likely.
 *
 * Any other one category is in it with probability q = (w - p) / (k - 1). With w = 1 it is
 * {@link karyRandomizedResponse}. With the default w it has the least variance of all ε₀-LDP randomizers, up
 * to a factor near 1 (Ye and Barg 2018). Guarantee: ε₀-LDP exactly, rounding included: the law of the coin is
 * that of a double.
 *
 * @param options see {@link SubsetSelectionOptions}
 * @returns the randomizer of categories 0, ..., k - 1
 * @throws DpError OUT_OF_RANGE an option, a value or a report is outside its range; BAD_INPUT a report has
 *   another size, or there are no reports to decode
 * @example subsetSelection({ localEpsilon: 1, categories: 100 }).subsetSize; // 27
 * @see Ye and Barg, "Optimal Schemes for Discrete Distribution Estimation under Locally Differential
 *   Privacy", IEEE Transactions on Information Theory 2018; Wang et al., "Mutual Information Optimally Local
 *   Private Discrete Distribution Estimation", arXiv:1607.08025
 */
export function subsetSelection(options: SubsetSelectionOptions): SubsetSelection {
  const name = "subsetSelection";
  checkOptions(name, options);
  const epsilon = checkEpsilon(`${name}: localEpsilon`, options.localEpsilon);
  const range = { min: 2, max: 2 ** 20, integer: true };
  const categories = checkNumber(`${name}: categories`, options.categories, range);
  const subsetSize = checkNumber(`${name}: subsetSize`, options.subsetSize ?? bestSize(epsilon, categories), {
    min: 1,
    max: categories - 1,
    integer: true,
    advice: "a set of all categories says nothing",
  });
  const mass = subsetSize / categories;
  const coin = selectionCoin(epsilon, categories, subsetSize);
  const law = supportLaw(coin, categories, subsetSize);
  const sets = categorySets(name, categories, subsetSize);
  const checkCategory = (value: number) => checkNumber(`${name}: value`, value, indexBelow(categories));

  return {
    ...law,
    subsetSize,
    bitsPerReport: sets.bitsPerReport,
    encode: sets.encode,
    decode: sets.decode,
    describe: () => subsetEvent({ epsilon, mass, overlap: (mass * (subsetSize - 1)) / (categories - 1) }),
    randomize(source, value) {
      checkCategory(value);
      const hasValue = coin.draw(source);
      const others = sampleSubset(source, categories - 1, subsetSize - Number(hasValue));
      const report = others.map((other) => (other < value ? other : other + 1));
      return hasValue ? Uint32Array.from([...report, value]).sort() : report;
    },
    probability(report, value) {
      sets.checkSet(report);
      return sets.has(report, checkCategory(value))
        ? shareOfOne(categories - 1, subsetSize - 1, coin.truthProbability)
        : shareOfOne(categories - 1, subsetSize, coin.lieProbability);
    },
    supports: sets.has,
    decodeHistogram: (reports) => countsBehind(sets.countMembers(reports), reports.length, law),
    countVariance: (users, holders) => supportVariance(name, { users, holders }, law),
  };
}

/** Whether the true category is in the set. */
function selectionCoin(epsilon: number, categories: number, size: number): TruthCoin {
  return truthCoin(epsilon, (categories - size) / size);
}

/** p - q = p (1 - e^-ε₀) (k - w) / (k - 1), without cancellation. */
function supportLaw({ truthProbability, contrast }: TruthCoin, categories: number, size: number): SupportLaw {
  return {
    supportProbability: truthProbability,
    falseSupportProbability: (size - truthProbability) / (categories - 1),
    contrast: (contrast * (categories - size)) / (categories - 1),
  };
}

/**
 * The size of the least mean variance over all categories; it has one minimum, within one of k / (e^ε₀ + 1).
 */
function bestSize(epsilon: number, categories: number): number {
  const guess = Math.floor(categories / (Math.exp(epsilon) + 1));
  const sizes = [guess - 1, guess, guess + 1, guess + 2].filter((size) => size >= 1 && size < categories);
  const meanVariance = (size: number): number => {
    const law = supportLaw(selectionCoin(epsilon, categories, size), categories, size);
    const ofHolder = supportVariance("subsetSelection", { users: 1, holders: 1 }, law);
    const ofOther = supportVariance("subsetSelection", { users: 1, holders: 0 }, law);
    return ofHolder + (categories - 1) * ofOther;
  };
  return sizes.reduce((best, size) => (meanVariance(size) < meanVariance(best) ? size : best));
}

/** `probability` over the number of sets of `size` out of `population`. */
function shareOfOne(population: number, size: number, probability: number): number {
  let share = probability;
  for (let member = 1; member <= size; member++) share *= member / (population - size + member);
  return share;
}
