import { type DiscreteRandomizer, type LocalHashing, localHashing } from "../mechanisms/index.js";
import { checkOptions } from "../validate.js";
import { type CategoryChoice, type CategoryOptions, type Choices, categoryChoices } from "./choices.js";

/** Local hashing over named categories. Clients and analyzer make it from the same public parameters. */
export interface HashedCategoryRandomizer
  extends DiscreteRandomizer<string>,
    Choices<string, CategoryChoice> {
  /** The categories, in the order of their numbers. */
  readonly categories: readonly string[];
  /** The local hashing of the categories' numbers. */
  readonly response: LocalHashing;
}

/** The public parameters of a {@link HashedCategoryRandomizer}. */
export interface HashedCategoryRandomizerOptions extends CategoryOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** g, a prime; by default the one of the least variance under ε₀. */
  readonly hashRange?: number;
}

/**
 * Local hashing for a value out of named categories: more accurate than {@link categoryRandomizer} where there are many categories
 * and few users. {@link designRandomizer} says which of them, and with which parameters.
 *
 * Guarantee: ε₀-LDP exactly, rounding included; see `mechanisms.localHashing`.
 * Assumes: the list of categories does not depend on any user's value.
 *
 * @param options.categories k different names, k >= 2
 * @param options.hashRange  g, a prime in [2, 65521]; g^(m + 1) reports, with m digits of k to the base g, are at most 2^26
 * @returns the randomizer; a report is a hash function's number times g, plus its answer
 * @throws DpError OUT_OF_RANGE localEpsilon or hashRange is outside its range; BAD_INPUT fewer than two or repeated categories, or a
 *   value that is not among them
 * @example hashedCategoryRandomizer({ localEpsilon: 1, categories: ["a", "b", "c"], hashRange: 2 }).reportCount; // 8
 * @see Wang, Blocki, Li and Jha, "Locally Differentially Private Protocols for Frequency Estimation", USENIX Security 2017
 */
export function hashedCategoryRandomizer(options: HashedCategoryRandomizerOptions): HashedCategoryRandomizer {
  const name = "hashedCategoryRandomizer";
  const choices = categoryChoices(name, checkOptions(name, options));
  const { localEpsilon, hashRange } = options;
  const response = localHashing({
    localEpsilon,
    categories: choices.labels.length,
    ...(hashRange !== undefined && { hashRange }),
  });
  const { reportCount, bitsPerReport, encode, decode, describe } = response;
  return {
    ...{ reportCount, bitsPerReport, encode, decode, describe, response, ...choices },
    categories: Object.freeze(choices.labels.map(({ category }) => category)),
    randomize: (source, value) => response.randomize(source, choices.indexOf(value)),
    probability: (report, value) => response.probability(report, choices.indexOf(value)),
  };
}
