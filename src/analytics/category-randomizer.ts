import { checkOptions } from "../validate.js";
import { type ChoiceRandomizer, choiceRandomizer } from "./choice-randomizer.js";
import { type CategoryChoice, type CategoryOptions, categoryChoices } from "./choices.js";

/**
 * Randomized response over named categories. Clients and analyzer make it from the same public parameters.
 */
export interface CategoryRandomizer extends ChoiceRandomizer<string, CategoryChoice> {
  /** The categories; report r names the r-th. */
  readonly categories: readonly string[];
}

/** The public parameters of a {@link CategoryRandomizer}. */
export interface CategoryRandomizerOptions extends CategoryOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
}

/**
 * k-ary randomized response for a value out of named categories.
 *
 * Guarantee: ε₀-LDP exactly, rounding included; see `mechanisms.karyRandomizedResponse`.
 * Assumes: the list of categories does not depend on any user's value.
 *
 * @param options.localEpsilon ε₀, nats, [1e-6, 30]
 * @param options.categories   k different names, k >= 2
 * @returns the randomizer; a report is a category's number
 * @throws DpError OUT_OF_RANGE localEpsilon is outside its range; BAD_INPUT fewer than two or repeated
 *   categories, or a value that is not among them
 * @example categoryRandomizer({ localEpsilon: Math.log(3), categories: ["no", "yes"] }).probability(1, "yes").toFixed(4); // 0.7500
 * @see Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016
 */
export function categoryRandomizer(options: CategoryRandomizerOptions): CategoryRandomizer {
  const name = "categoryRandomizer";
  const choices = categoryChoices(name, checkOptions(name, options));
  return {
    ...choiceRandomizer(options.localEpsilon, choices),
    categories: Object.freeze(choices.labels.map(({ category }) => category)),
  };
}
