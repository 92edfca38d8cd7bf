import { DpError } from "../errors.js";
import { type DiscreteRandomizer, type RandomizedResponse, randomizedResponse } from "../mechanisms/index.js";
import { checkArray, checkOptions, show } from "../validate.js";

/** Randomized response over named categories. Clients and analyzer make it from the same public parameters. */
export interface CategoryRandomizer extends DiscreteRandomizer<string> {
  /** The categories; report r names the r-th. */
  readonly categories: readonly string[];
  /** The randomized response over the categories' numbers. */
  readonly response: RandomizedResponse;
}

/** The public parameters of a {@link CategoryRandomizer}. */
export interface CategoryRandomizerOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** Every value that a user may hold, at least two, from public knowledge. */
  readonly categories: readonly string[];
}

/**
 * k-ary randomized response for a value out of named categories.
 *
 * Guarantee: ε₀-LDP exactly, rounding included; see `mechanisms.randomizedResponse`.
 * Assumes: the list of categories does not depend on any user's value.
 *
 * @param options.localEpsilon ε₀, nats, [1e-6, 30]
 * @param options.categories   k different names, k >= 2
 * @returns the randomizer; a report is a category's number
 * @throws DpError OUT_OF_RANGE localEpsilon is outside its range; BAD_INPUT fewer than two or repeated categories, or a value
 *   that is not among them
 * @example categoryRandomizer({ localEpsilon: Math.log(3), categories: ["no", "yes"] }).probability(1, "yes").toFixed(4); // 0.7500
 * @see Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016
 */
export function categoryRandomizer(options: CategoryRandomizerOptions): CategoryRandomizer {
  const name = "categoryRandomizer";
  const { localEpsilon } = checkOptions(name, options);
  const categories = Object.freeze([...checkArray(`${name}: categories`, options.categories)]);
  const numbers = new Map(categories.map((category, number) => [category, number]));
  if (categories.length < 2 || numbers.size < categories.length) throw tooFewCategories(name, categories);
  const response = randomizedResponse({ localEpsilon, categories: categories.length });
  const numberOf = (value: string): number => {
    const number = numbers.get(value);
    if (number === undefined) throw notACategory(name, value);
    return number;
  };
  return {
    ...response,
    categories,
    response,
    randomize: (source, value) => response.randomize(source, numberOf(value)),
    probability: (report, value) => response.probability(report, numberOf(value)),
  };
}

function tooFewCategories(name: string, categories: readonly string[]): DpError {
  return new DpError(
    "BAD_INPUT",
    `${name}: categories must be at least two different ones, got ${show(categories)}; with one there is nothing to learn`,
    { parameter: "categories", value: categories, allowed: "at least two different categories" },
  );
}

function notACategory(name: string, value: unknown): DpError {
  return new DpError(
    "BAD_INPUT",
    `${name}: value must be one of the categories, got ${show(value)}; list every value that a user may hold`,
    { parameter: "value", value, allowed: "one of the categories" },
  );
}
