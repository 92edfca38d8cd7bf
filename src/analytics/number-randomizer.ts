import type { DiscreteRandomizer, RandomizedResponse } from "../mechanisms/index.js";
import { compensatedSum } from "../numerics/compensated-sum.js";
import { sampleBernoulli } from "../random/index.js";
import { checkNumber, checkOptions, type Range } from "../validate.js";
import { levelResponse, responseOver } from "./_internal/level-response.js";
import { NUMBERS, WIDTHS } from "./number-limits.js";

const LEVELS: Range = { min: 2, max: 256, integer: true };

/**
 * Randomized response for numbers between two bounds. Clients and analyzer make it from the same public
 * parameters.
 */
export interface NumberRandomizer extends DiscreteRandomizer<number> {
  /** The least value that counts; a smaller one counts as this. */
  readonly lower: number;
  /** The largest value that counts; a larger one counts as this. */
  readonly upper: number;
  /**
   * The randomized response over the levels, which are equally spaced from `lower` to `upper`; a report is a
   * level's number.
   */
  readonly response: RandomizedResponse;
  /** Largest variance of one report's estimate, over all values; in units of ((upper - lower) / 2)². */
  readonly worstVariance: number;
  /** Largest distance of one report's estimate from the value; in units of (upper - lower) / 2. */
  readonly worstError: number;
  /** An unbiased estimate of the mean of the clipped values behind the reports. */
  decodeMean(reports: ArrayLike<number>): number;
}

/** The public parameters of a {@link NumberRandomizer}. */
export interface NumberRandomizerOptions {
  /** ε₀, pure local DP of one report, nats, [1e-6, 30]. */
  readonly localEpsilon: number;
  /** The least value that counts, from public knowledge, [-1e100, 1e100]. */
  readonly lower: number;
  /** The largest value that counts, from public knowledge; at least 1e-100 above `lower`, at most 1e100. */
  readonly upper: number;
  /** L, levels, integer in [2, 256]; by default the number of the least worst-case variance at ε₀. */
  readonly levels?: number;
}

/**
 * Stochastic rounding to one of L equally spaced levels between the bounds, then L-ary randomized response.
 *
 * By default L is the number of levels, at most 256, with the least worst-case variance at ε₀: two, the
 * classical one-bit report, up to about ε₀ = 1.1. It depends on no data. Shuffled, another L may be better:
 * {@link designRandomizer} finds it. Values outside the bounds count as the nearest bound. Guarantee: ε₀-LDP
 * exactly, rounding included; see `mechanisms.karyRandomizedResponse`. Assumes: the bounds do not depend on
 * any user's value.
 *
 * @param options see {@link NumberRandomizerOptions}
 * @returns the randomizer
 * @throws DpError OUT_OF_RANGE an option, a value or a report is NaN, infinite or outside its range;
 *   BAD_INPUT there are no reports to decode
 * @example numberRandomizer({ localEpsilon: 3, lower: 0, upper: 120 }).reportCount; // 4
 * @see Duchi, Jordan and Wainwright, "Minimax Optimal Procedures for Locally Private Estimation", JASA 2018
 */
export function numberRandomizer(options: NumberRandomizerOptions): NumberRandomizer {
  const name = "numberRandomizer";
  const { localEpsilon, lower, upper, levels } = checkOptions(name, options);
  checkNumber(`${name}: lower`, lower, NUMBERS);
  checkNumber(`${name}: upper`, upper, { ...NUMBERS, min: lower, minIncluded: false });
  const width = checkNumber(`${name}: upper - lower`, upper - lower, WIDTHS);
  const { response, worstVariance, worstError } =
    levels === undefined
      ? levelResponse(localEpsilon)
      : responseOver(checkNumber(`${name}: levels`, levels, LEVELS), localEpsilon);
  const steps = response.reportCount - 1;
  /** Where among the levels 0, ..., steps a value lies. */
  const positionOf = (value: number): number => {
    const share = (checkNumber(`${name}: value`, value, {}) - lower) / width;
    return Math.max(0, Math.min(1, share)) * steps;
  };
  return {
    ...response,
    lower,
    upper,
    response,
    worstVariance,
    worstError,
    randomize(source, value) {
      const position = positionOf(value);
      const below = Math.floor(position);
      return response.randomize(source, below + Number(sampleBernoulli(source, position - below)));
    },
    probability(report, value) {
      const position = positionOf(value);
      const below = Math.min(steps - 1, Math.floor(position));
      const low = response.probability(report, below);
      const high = response.probability(report, below + 1);
      return low + (position - below) * (high - low);
    },
    decodeMean(reports) {
      const products = response.decodeHistogram(reports).map((count, level) => count * level);
      return lower + (compensatedSum(products) / (reports.length * steps)) * width;
    },
  };
}
