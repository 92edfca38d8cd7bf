/**
 * Privacy accounting by the exact distribution of the privacy loss, every figure between certified ends.
 *
 * Use it wherever a dominating pair is known (see the builders in this folder): it is tighter than any Renyi bound, and its
 * bracket holds discretisation, truncation and floating-point error. Derivation: docs/theorems/privacy-loss-distributions.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, RANGES } from "../../validate.js";
import { certify, type QueryOptions, type Rounds } from "./_internal/certify.js";
import { composedDelta, composedEpsilon } from "./_internal/composed-tail.js";
import { singleDelta, singleEpsilon } from "./_internal/single-tail.js";
import { totalVariationBound } from "./_internal/total-variation-bound.js";
import type { LossPair } from "./loss-pair.js";

export type { QueryOptions } from "./_internal/certify.js";

/** What a sequence of mechanisms does to two neighbours, as pairs and how often each runs. Immutable. */
export class PrivacyLossDistribution {
  readonly rounds: readonly Rounds[];

  constructor(rounds: readonly Rounds[]) {
    this.rounds = Object.freeze(rounds.filter(({ times }) => times > 0));
  }

  /** One round of a pair. */
  static of(pair: LossPair): PrivacyLossDistribution {
    return new PrivacyLossDistribution([{ pair, times: 1 }]);
  }

  /**
   * The same mechanisms `times` times over, with fresh randomness, chosen adaptively.
   *
   * @param times T, integer >= 0; 0 is the mechanism that says nothing
   * @throws DpError OUT_OF_RANGE `times` is not such an integer
   */
  compose(times: number): PrivacyLossDistribution {
    checkNumber("compose: times", times, RANGES.nonNegativeInteger);
    return new PrivacyLossDistribution(this.rounds.map((one) => ({ ...one, times: one.times * times })));
  }

  /**
   * The smallest epsilon at a given delta, the larger one of both directions.
   *
   * Guarantee: lower <= epsilon <= upper, rounding included. The grid is refined until the bracket is narrow or the grid's
   * limit is reached; then the bracket is honestly wider, or NOT_CONVERGED is thrown if `options.relativeWidth` was asked for. `upper` is Infinity where no finite epsilon is certified.
   * Edges: delta >= delta(0) gives 0; an epsilon far below the loss's standard deviation is only sought to 1/100 of the aimed width of that.
   *
   * @param delta in (0, 1)
   * @throws DpError OUT_OF_RANGE delta is outside its range; CANCELLED `options.signal` was aborted;
   *   NOT_CONVERGED `options.relativeWidth` is out of reach
   */
  epsilonAtDelta(delta: number, options: QueryOptions = {}): Bracket {
    checkNumber("epsilonAtDelta: delta", delta, RANGES.delta);
    if (totalVariationBound(this.rounds) <= delta) return { lower: 0, estimate: 0, upper: 0 };
    return certify(this.rounds, options, {
      relevantDelta: () => delta,
      defaultWidth: 1e-3,
      emptyClaim: Infinity,
      negligibleWidth: (spread) => spread / 100,
      ofAtoms: (atoms, side) => singleEpsilon(atoms, delta, side),
      ofPowers: (powers, side, effort) => composedEpsilon(powers, delta, side, effort),
    });
  }

  /**
   * The smallest delta at a given epsilon, the larger one of both directions.
   *
   * Guarantee: lower <= delta <= upper, rounding included; otherwise as `epsilonAtDelta`.
   *
   * @param epsilon in nats, [0, Infinity)
   * @throws DpError OUT_OF_RANGE epsilon is outside its range; CANCELLED `options.signal` was aborted;
   *   NOT_CONVERGED `options.relativeWidth` is out of reach
   */
  deltaAtEpsilon(epsilon: number, options: QueryOptions = {}): Bracket {
    checkNumber("deltaAtEpsilon: epsilon", epsilon, RANGES.nonNegative);
    return certify(this.rounds, options, {
      relevantDelta: (known) => known.lower,
      defaultWidth: 1e-2,
      emptyClaim: 1,
      negligibleWidth: () => 1e-18,
      ofAtoms: (atoms, side) => singleDelta(atoms, epsilon, side),
      ofPowers: (powers, side, effort) => composedDelta(powers, epsilon, side, effort),
    });
  }
}
