/**
 * Amplification by shuffling for Gaussian reports, proven for all data: the best of the (localEpsilon, localDelta) that the noise offers.
 *
 * Stands beside the shuffle Gaussian figures, which are smaller but hold only if all other users hold the same record.
 * Derivation: docs/theorems/clones-gaussian.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, RANGES } from "../../validate.js";
import { clonesApproximateEpsilon } from "./clones-approximate.js";
import { gaussianEpsilon } from "./gaussian.js";

/** Shares of delta that go to the reports' own failure: coarse first, then three around the best. */
const COARSE_EXPONENTS = [-0.5, -1, -1.5, -2, -2.5, -3, -4, -6];
const REFINEMENTS = [0.25, 0.125, 0.0625];

/**
 * The epsilon at a given delta of n shuffled reports with Gaussian noise.
 *
 * ε = min over δ₀ < δ/n of clonesApproximateEpsilon at ε₀ = gaussianEpsilon(δ₀), and at most gaussianEpsilon(δ).
 * Guarantee: `upper` holds for all data; every δ₀ gives a bound, so the search cannot spoil it.
 * Assumes: replace-one adjacency; each user sends one report; honest shuffler.
 *
 * @param options.noiseMultiplier σ, standard deviation of a report's noise / largest l2 distance of two inputs, (0, ∞): inputs
 *   clipped to norm 1 are up to 2 apart
 * @param options.users n, reports in the shuffle, integer >= 1; counted up to 1e12
 * @param options.delta δ, (0, 1)
 * @returns the bracket of the best bound found, nats; Infinity where no ε below every double holds
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clonesGaussianEpsilon({ noiseMultiplier: 9.48, users: 60_000, delta: 1 / 60_000 }).upper.toFixed(5); // "0.00650"
 * @see Feldman, McMillan, Talwar, FOCS 2021, arXiv:2012.12803, Theorem 3.8; Liew and Takahashi, arXiv:2206.09569, Section 5.1
 */
export function clonesGaussianEpsilon(options: {
  readonly noiseMultiplier: number;
  readonly users: number;
  readonly delta: number;
}): Bracket {
  const noiseMultiplier = checkNumber(
    "clonesGaussianEpsilon: noiseMultiplier",
    options.noiseMultiplier,
    RANGES.positive,
  );
  const users = checkNumber("clonesGaussianEpsilon: users", options.users, RANGES.positiveInteger);
  const delta = checkNumber("clonesGaussianEpsilon: delta", options.delta, RANGES.delta);
  const unshuffled = gaussianEpsilon({ delta, noiseMultiplier });
  const boundAt = (exponent: number): Bracket => {
    const localDelta = (delta / users) * 10 ** exponent;
    if (localDelta === 0) return { lower: unshuffled, estimate: unshuffled, upper: unshuffled };
    const localEpsilon = gaussianEpsilon({ delta: localDelta, noiseMultiplier });
    if (localEpsilon === Infinity) return { lower: unshuffled, estimate: unshuffled, upper: unshuffled };
    return clonesApproximateEpsilon({ localEpsilon, localDelta, users, delta });
  };
  const best = bestBound(boundAt);
  return best.upper < unshuffled
    ? best
    : { lower: Math.min(best.lower, unshuffled), estimate: unshuffled, upper: unshuffled };
}

function bestBound(boundAt: (exponent: number) => Bracket): Bracket {
  let bestExponent = COARSE_EXPONENTS[0]!;
  let best = boundAt(bestExponent);
  const look = (exponent: number): void => {
    const bound = boundAt(exponent);
    if (bound.upper < best.upper) [best, bestExponent] = [bound, exponent];
  };
  COARSE_EXPONENTS.slice(1).forEach(look);
  for (const step of REFINEMENTS) {
    const around = bestExponent;
    look(around - step);
    look(around + step);
  }
  return best;
}
