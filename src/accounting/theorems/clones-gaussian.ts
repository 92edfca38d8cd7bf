/**
 * Amplification by shuffling for Gaussian reports, proven for all data: the best of the (localEpsilon, localDelta) that the noise offers.
 *
 * Stands beside the shuffle Gaussian figures, which are smaller but hold only if all other users hold the same record.
 * Derivation: docs/theorems/clones-gaussian.md.
 */
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, RANGES } from "../../validate.js";
import { clonesShift } from "./_internal/clones-pair.js";
import { guessedEpsilon } from "./_internal/guessed-epsilon.js";
import { responsePair } from "./_internal/response-pair.js";
import { clonesApproximateEpsilon } from "./clones-approximate.js";
import { gaussianEpsilon } from "./gaussian.js";

/** Shares of delta / users that go to a report's own failure, as powers of ten. */
const EXPONENTS = Array.from({ length: 96 }, (_, i) => -(i + 1) / 16);

/**
 * The epsilon at a given delta of n shuffled reports with Gaussian noise.
 *
 * ε = clonesApproximateEpsilon at the δ₀ < δ/n, ε₀ = gaussianEpsilon(δ₀) that suit it best, about, and at most gaussianEpsilon(δ).
 * Guarantee: `upper` holds for all data; every δ₀ gives a bound, so the choice cannot spoil it.
 * Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest shuffler.
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
  const localDelta = bestLocalDelta(noiseMultiplier, users, delta);
  const localEpsilon = localDelta > 0 ? gaussianEpsilon({ delta: localDelta, noiseMultiplier }) : Infinity;
  const best =
    localEpsilon < Infinity
      ? clonesApproximateEpsilon({ localEpsilon, localDelta, users, delta })
      : undefined;
  return best !== undefined && best.upper < unshuffled
    ? best
    : { lower: Math.min(best?.lower ?? unshuffled, unshuffled), estimate: unshuffled, upper: unshuffled };
}

/** The failure that suits the exact figure's cheap approximation best. */
function bestLocalDelta(noiseMultiplier: number, users: number, delta: number): number {
  let best = { figure: Infinity, localDelta: 0 };
  for (const exponent of EXPONENTS) {
    const localDelta = (delta / users) * 10 ** exponent;
    if (localDelta === 0) break;
    const localEpsilon = gaussianEpsilon({ delta: localDelta, noiseMultiplier });
    const shift = clonesShift(responsePair({ localEpsilon, users }));
    const figure = guessedEpsilon(shift, delta - users * localDelta);
    if (figure < best.figure) best = { figure, localDelta };
  }
  return best.localDelta;
}
