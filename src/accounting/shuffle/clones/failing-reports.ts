import { memoize } from "../../../numerics/memoize.js";
import { millsRatioDrop } from "../../../numerics/mills-ratio-drop.js";
import { ROUNDING, roundedDown, roundedUp } from "../../../numerics/rounding.js";
import type { Bracket } from "../../../privacy/index.js";
import { exactly } from "../../claims/brackets.js";
import type { LocalReports } from "./local-reports.js";
import { clonesDelta } from "./pair/clones-delta.js";
import { type ClonesPair, clones2023Pair, gaussianShift } from "./pair/clones-pair.js";

/** What is charged for the failures, and what is left to hide the changed user. */
interface Charge {
  readonly delta: number;
  /** The mass that the changed user's laws lose. */
  readonly failure: number;
}

/**
 * delta(epsilon) of shuffled reports that may fail, the smaller of two bounds. With n users, E =
 * e^localEpsilon, d = localDelta, H an upper bound of the delta at epsilon of a report by itself, and clones
 * of probability 2 s / (E + 1):
 *
 *     n d + s delta_pair, s = 1 - n d; d + 2 (n - 1) (d / E) (e^epsilon - 1 + 2 H) + s delta_pair, s = 1 - d.
 *
 * @see docs/theorems/clones-approximate.md
 */
export class FailingReports {
  readonly #reports: LocalReports;
  readonly #localDelta: number;
  readonly #deltaOfPair: (failure: number) => (epsilon: number) => Bracket;

  /** @param accuracy as for `clonesDelta` */
  constructor(
    reports: LocalReports,
    localDelta: number,
    accuracy: { readonly leastDelta: number; readonly precision?: number },
  ) {
    this.#reports = reports;
    this.#localDelta = localDelta;
    const pair = clones2023Pair(reports);
    this.#deltaOfPair = memoize((failure: number) =>
      clonesDelta(thinned(pair, failure), accuracy.leastDelta, accuracy.precision),
    );
  }

  /** @param localDivergence H */
  deltaAt(epsilon: number, localDivergence: number): Bracket {
    const { delta, failure } = this.#chargeAt(epsilon, localDivergence);
    if (!(delta < 1)) return { lower: 1, estimate: 1, upper: 1 };
    const { lower, estimate, upper } =
      epsilon < this.#reports.localEpsilon ? this.#deltaOfPair(failure)(epsilon) : exactly(0);
    const rest = 1 - failure;
    return {
      lower: roundedDown(delta, 4 * ROUNDING.formula) + roundedDown(rest * lower, ROUNDING.formula),
      estimate: Math.min(1, delta + rest * estimate),
      upper: Math.min(1, roundedUp(delta + rest * upper, ROUNDING.formula)),
    };
  }

  /**
   * About the upper end of `deltaAt`, or a number above 1: where there are many clones, by the Gaussian pair
   * that theirs tends to.
   */
  guessAt(epsilon: number, localDivergence: number): number {
    const { delta, failure } = this.#chargeAt(epsilon, localDivergence);
    if (delta >= 1 || epsilon >= this.#reports.localEpsilon) return delta;
    const pair = clones2023Pair(this.#reports);
    // With more clones than these the Gaussian pair chooses as well as theirs.
    if (pair.users * pair.cloneProbability < 1000) {
      return delta + (1 - failure) * this.#deltaOfPair(failure)(epsilon).upper;
    }
    const shift = gaussianShift(pair);
    const near = Math.max(-1, epsilon / shift - shift / 2);
    const density = Math.exp(-(near * near) / 2) / Math.sqrt(2 * Math.PI);
    return delta + density * millsRatioDrop(near, shift);
  }

  #chargeAt(epsilon: number, localDivergence: number): Charge {
    const { users, localEpsilon } = this.#reports;
    const apart = roundedUp(users * this.#localDelta, ROUNDING.formula);
    const distances = 2 * (users - 1) * this.#localDelta * Math.exp(-localEpsilon);
    const coupled = distances === 0 ? 0 : distances * (Math.expm1(epsilon) + 2 * localDivergence);
    const together = roundedUp(this.#localDelta + coupled, ROUNDING.formula);
    return together <= apart
      ? { delta: together, failure: this.#localDelta }
      : { delta: apart, failure: apart };
  }
}

/** The pair of sub-laws of mass 1 - failure. */
function thinned(pair: ClonesPair, failure: number): ClonesPair {
  return {
    ...pair,
    cloneProbability: pair.cloneProbability * (1 - failure),
    cloneComplement: pair.cloneComplement + pair.cloneProbability * failure,
  };
}
