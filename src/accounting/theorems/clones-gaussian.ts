/**
 * Amplification by shuffling for Gaussian reports, proven for all data: the best of the (localEpsilon,
 * localDelta) that the noise offers.
 *
 * Stands beside the shuffle Gaussian figures, which are smaller but hold only if all other users hold the
 * same record. Derivation: docs/theorems/clones-gaussian.md.
 */

import { goldenSectionInteger } from "../../numerics/golden-section-integer.js";
import { normalInterval } from "../../numerics/normal-interval.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import { exactly, lesser } from "../claims/brackets.js";
import { guessedEpsilon } from "../claims/guessed-epsilon.js";
import { clones2023Pair, gaussianShift } from "../shuffle/clones/pair/clones-pair.js";
import { clonesApproximateEpsilon } from "./clones-approximate.js";
import { gaussianEpsilon } from "./gaussian.js";

/**
 * Shares of delta / users that go to a report's own failure: steps of a sixteenth of a decade, from 1 down.
 * Every share is valid: twice as long a step raises an epsilon by up to 0.12 %, half of it lowers one by up
 * to 0.05 %; twice or half of where the search begins, or of where it ends, changed none of 21.
 */
const STEP = 10 ** (-1 / 16);
const FIRST_STEPS = { low: 0, best: 16, high: 96 };

/**
 * The epsilon at a given delta of n shuffled reports with Gaussian noise.
 *
 * ε = clonesApproximateEpsilon at the δ₀ < δ/n, ε₀ = gaussianEpsilon(δ₀) that suit it best, about, and at
 * most gaussianEpsilon(δ). Guarantee: `upper` holds for all data; every δ₀ gives a bound, so the choice
 * cannot spoil it. Assumes: replace-one adjacency; each user sends one report of the same randomizer; honest
 * shuffler. Edges: up to 1,024 users at most the figure for one user less.
 *
 * @param options.noiseMultiplier σ, standard deviation of a report's noise / largest l2 distance of two
 *   inputs, [1e-8, 1e9]: inputs clipped to norm 1 are up to 2 apart
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.delta δ, [1e-150, 1)
 * @param options.precision relative width at which the search for ε may stop, [0, 1]; by default as narrow as
 *   δ is known
 * @returns the bracket of the best bound found, nats; Infinity where no ε below every double holds
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clonesGaussianEpsilon({ noiseMultiplier: 9.48, users: 60_000, delta: 1 / 60_000 }).upper.toFixed(5); // "0.00650"
 * @see Feldman, McMillan, Talwar, FOCS 2021, arXiv:2012.12803, Theorem 3.8; Liew and Takahashi,
 *   arXiv:2206.09569, Section 5.1
 */
export function clonesGaussianEpsilon(options: {
  readonly noiseMultiplier: number;
  readonly users: number;
  readonly delta: number;
  readonly precision?: number;
}): Bracket {
  checkOptions("clonesGaussianEpsilon", options);
  const noiseMultiplier = checkNumber(
    "clonesGaussianEpsilon: noiseMultiplier",
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  const users = checkNumber("clonesGaussianEpsilon: users", options.users, DOMAIN.count);
  const delta = checkNumber("clonesGaussianEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const unshuffled = gaussianEpsilon({ delta, noiseMultiplier });
  // In small cohorts one more report may cost more: it fails too, and an odd number of coins tells about as
  // much as one coin less.
  const cohorts = users > 1 && users <= 1024 ? [users, users - 1] : [users];
  return cohorts
    .map((cohort) => epsilonOf(cohort, { noiseMultiplier, delta, precision: options.precision ?? 0 }))
    .reduce(lesser, exactly(unshuffled));
}

/** At about the best failure of the reports. */
function epsilonOf(
  users: number,
  query: { readonly noiseMultiplier: number; readonly delta: number; readonly precision: number },
): Bracket {
  const { noiseMultiplier, delta, precision } = query;
  const localDelta = bestLocalDelta(noiseMultiplier, users, delta);
  const localEpsilon = localDelta > 0 ? gaussianEpsilon({ delta: localDelta, noiseMultiplier }) : Infinity;
  return localEpsilon <= DOMAIN.localEpsilon.max
    ? clonesApproximateEpsilon({ localEpsilon, localDelta, users, delta, precision })
    : exactly(Infinity);
}

/** The failure that suits the exact figure's cheap approximation best. */
function bestLocalDelta(noiseMultiplier: number, users: number, delta: number): number {
  const localDeltaAt = (steps: number): number => (delta / users) * STEP ** steps;
  const figureAt = (steps: number): number => {
    const localDelta = localDeltaAt(steps);
    if (steps === 0 || localDelta === 0) return Infinity;
    const localEpsilon = gaussianEpsilon({ delta: localDelta, noiseMultiplier });
    const shift = gaussianShift(clones2023Pair({ localEpsilon, users }));
    const left = delta - users * localDelta;
    // What epsilon = 0 needs, by the same normal law.
    const beyondZero = left - normalInterval(-shift / 2, shift / 2);
    return beyondZero > 0 ? -beyondZero : guessedEpsilon(shift, left);
  };
  return localDeltaAt(goldenSectionInteger(figureAt, FIRST_STEPS));
}
