/**
 * Privacy accounting by the exact distribution of the privacy loss, every figure between certified ends.
 *
 * Use it wherever a dominating pair is known (see the builders in this folder): it is tighter than any Renyi
 * bound, and its bracket holds discretisation, truncation and floating-point error. Derivation:
 * docs/theorems/privacy-loss-distributions.md.
 */
import type { Bracket } from "../privacy/index.js";
import { checkNumber, DOMAIN } from "../validate.js";
import { certify } from "./certify/certify.js";
import type { QueryOptions } from "./certify/refinement.js";
import type { DominatingPair, RepeatedPair } from "./dominating-pair.js";

/** The privacy loss of a sequence of mechanisms: dominating pairs and how often each runs. Immutable. */
export class PrivacyLossDistribution {
  /** The pairs, and how often each runs. */
  readonly rounds: readonly RepeatedPair[];

  constructor(rounds: readonly RepeatedPair[]) {
    this.rounds = Object.freeze(rounds.filter(({ times }) => times > 0));
  }

  /** One round of a pair. */
  static of(pair: DominatingPair): PrivacyLossDistribution {
    return new PrivacyLossDistribution([{ pair, times: 1 }]);
  }

  /**
   * The same mechanisms `times` times over, with fresh randomness, chosen adaptively.
   *
   * @param times T, integer in [0, 1e9]; 0 is the mechanism without output
   * @throws DpError OUT_OF_RANGE `times` is not such an integer
   */
  compose(times: number): PrivacyLossDistribution {
    checkNumber("compose: times", times, DOMAIN.rounds);
    return new PrivacyLossDistribution(this.rounds.map((one) => ({ ...one, times: one.times * times })));
  }

  /**
   * The smallest epsilon at a given delta, the larger one of both directions.
   *
   * Guarantee: lower <= epsilon <= upper, rounding included. The grid is refined until the bracket is narrow
   * or the grid's limit is reached; then the bracket is wider, or NOT_CONVERGED is thrown if
   * `options.relativeWidth` was given. `upper` is Infinity where no finite epsilon is certified. Edges: delta
   * >= delta(0) gives 0; an epsilon far below the loss's standard deviation is certified to 1/100 of the
   * aimed width of that.
   *
   * @param delta in [1e-150, 1)
   * @throws DpError OUT_OF_RANGE delta or `options.relativeWidth` is outside its range; CANCELLED
   *   `options.signal` was aborted; NOT_CONVERGED `options.relativeWidth` is out of reach
   */
  epsilonAtDelta(delta: number, options: QueryOptions = {}): Bracket {
    checkNumber("epsilonAtDelta: delta", delta, DOMAIN.sharedDelta);
    return certify(this.rounds, { find: "epsilon", delta }, options);
  }

  /**
   * The smallest delta at a given epsilon, the larger one of both directions.
   *
   * Guarantee: lower <= delta <= upper, rounding included; otherwise as `epsilonAtDelta`.
   *
   * @param epsilon in nats, 0 or [1e-100, 1e16]
   * @throws DpError OUT_OF_RANGE epsilon or `options.relativeWidth` is outside its range; CANCELLED
   *   `options.signal` was aborted; NOT_CONVERGED `options.relativeWidth` is out of reach
   */
  deltaAtEpsilon(epsilon: number, options: QueryOptions = {}): Bracket {
    checkNumber("deltaAtEpsilon: epsilon", epsilon, DOMAIN.composedEpsilon);
    return certify(this.rounds, { find: "delta", epsilon }, options);
  }
}
