import { checkOptions } from "../validate.js";
import { type ChoiceRandomizer, choiceRandomizer } from "./choice-randomizer.js";
import { type BinChoice, type BinOptions, binChoices } from "./choices.js";

/** Randomized response over bins of numbers. Clients and analyzer make it from the same public parameters. */
export interface BinRandomizer extends ChoiceRandomizer<number, BinChoice> {
  /** The bins; report r names the r-th. */
  readonly bins: readonly BinChoice[];
}

/** The public parameters of a {@link BinRandomizer}. */
export interface BinRandomizerOptions extends BinOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
}

/**
 * k-ary randomized response for a number, over bins.
 *
 * Bin r holds the numbers x with edges[r] <= x < edges[r + 1], the last one its upper edge too; numbers
 * outside the edges are in the nearest bin. Guarantee: ε₀-LDP exactly, rounding included; see
 * `mechanisms.karyRandomizedResponse`. Assumes: the edges do not depend on any user's value.
 *
 * @param options.localEpsilon ε₀, nats, [1e-6, 30]
 * @param options.edges k + 1 increasing numbers in [-1e100, 1e100], k >= 2; {@link equalWidthEdges} makes
 *   some
 * @returns the randomizer; a report is a bin's number
 * @throws DpError OUT_OF_RANGE localEpsilon, an edge or a value is outside its range; BAD_INPUT there are
 *   fewer than three edges
 * @example binRandomizer({ localEpsilon: 2, edges: [18, 30, 50, 100] }).indexOf(50); // 2
 * @see Kairouz, Bonawitz and Ramage, "Discrete Distribution Estimation under Local Privacy", ICML 2016
 */
export function binRandomizer(options: BinRandomizerOptions): BinRandomizer {
  const name = "binRandomizer";
  const choices = binChoices(name, checkOptions(name, options));
  return { ...choiceRandomizer(options.localEpsilon, choices), bins: choices.labels };
}
