import type { QueryOptions } from "../../../pld/certify/refinement.js";
import type { Bracket } from "../../../privacy/index.js";
import { checkOptions } from "../../../validate.js";
import { shuffleGaussianPrivacyLoss } from "./shuffle-gaussian-privacy-loss.js";

/**
 * The epsilon of several rounds of the shuffle Gaussian mechanism, exactly, for its pair; the larger of both
 * directions.
 *
 * Guarantee: lower <= epsilon of the pair <= upper, see {@link shuffleGaussianPrivacyLoss} for the pair's
 * status.
 *
 * @param options.users n, reports in the shuffle, integer in [1, 1e9]
 * @param options.noiseMultiplier s, standard deviation of one report / l2 sensitivity, [0.05, Infinity)
 * @param options.rounds T, integer in [0, 1e9]
 * @param options.delta in [1e-150, 1)
 * @throws DpError OUT_OF_RANGE a parameter is outside its range; CANCELLED `query.signal` was aborted;
 *   NOT_CONVERGED `query.relativeWidth` is out of reach
 * @example shuffleGaussianEpsilon({ users: 60000, noiseMultiplier: 9.48, rounds: 100, delta: 1 / 60000 }).estimate.toFixed(5); // "0.00986"
 */
export function shuffleGaussianEpsilon(
  options: {
    readonly users: number;
    readonly noiseMultiplier: number;
    readonly rounds: number;
    readonly delta: number;
  },
  query: QueryOptions = {},
): Bracket {
  checkOptions("shuffleGaussianEpsilon", options);
  return shuffleGaussianPrivacyLoss(options).compose(options.rounds).epsilonAtDelta(options.delta, query);
}
