import { gaussianEpsilon } from "../../accounting/theorems/gaussian.js";
import { bisect } from "../../numerics/bisect.js";
import { normalCdf } from "../../numerics/normal-cdf.js";
import { normalQuantile } from "../../numerics/normal-quantile.js";
import { checkNumber, checkOneOf, checkOptions, DOMAIN, RANGES } from "../../validate.js";
import type { BoundOptions, LowerBound } from "./guess-bound.js";
import type { OneRunGuesses } from "./one-run-bound.js";

/** What a claim says of a mechanism's errors: (ε, δ) alone, or that they are a Gaussian mechanism's. */
export const CURVE_FORMS = ["epsilon-delta", "gaussian"] as const;

/** A form of trade-off curves, by name. */
export type CurveForm = (typeof CURVE_FORMS)[number];

/** Probabilities are taken as so much larger than computed. */
const MARGIN = 1 + 1e-9;
/** Of the results, for rounding. */
const ROUNDING = 1 - 1e-9;

const STEPS = 60;

/**
 * A lower bound of epsilon from one run with many canaries, of which a number that is fixed beforehand is
 * guessed.
 *
 * P(correct >= c) < τ where the following exceeds 1 on the way down from k = c: q_c = τ, U_c = 0; U_(k-1) =
 * U_k + q_k, q_(k-1) = max(q_k, (U_(k-1) + m G((U_k + k q_k)/m)) / (guesses - k + 1)); m canaries, G the
 * inverse of the curve's F. Epsilon is the least that τ = 1 - confidence leaves standing. Guarantee: lower
 * bound with the stated confidence, whatever the mechanism is (form `epsilon-delta`); **conditional** on the
 * form for `gaussian`, which no audit can show; rounded down. Assumes: fair, independent coins; guesses are
 * made from the run's release alone, and how many there are does not depend on it. Sharper than
 * {@link oneRunBound} where δ > 0, and a little weaker where δ = 0.
 *
 * @param guesses what came out; `canaries` counts those without a guess too
 * @param options.delta δ, [0, 1); (0, 1) for `gaussian`
 * @param options.confidence in (0, 1)
 * @param options.form default epsilon-delta
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range; BAD_INPUT an unknown form
 * @example
 * const guesses = { correct: 310, wrong: 164, canaries: 10_000 };
 * oneRunCurveBound(guesses, { delta: 1e-5, confidence: 0.95 }).epsilon.toFixed(3); // "0.465"
 * @see docs/theorems/audit-one-run.md, Theorem 3; after Mahloujifar, Melis and Chaudhuri, "Auditing
 *   f-Differential Privacy in One Run", ICML 2025
 */
export function oneRunCurveBound(
  guesses: OneRunGuesses,
  options: BoundOptions & { readonly form?: CurveForm },
): LowerBound {
  const where = "oneRunCurveBound";
  const { correct, wrong, canaries } = checkOptions(where, guesses, "guesses");
  const { delta, confidence, form = "epsilon-delta" } = checkOptions(where, options);
  checkNumber(`${where}: canaries`, canaries, RANGES.positiveInteger);
  checkNumber(`${where}: correct`, correct, { min: 0, max: canaries, integer: true });
  checkNumber(`${where}: wrong`, wrong, { min: 0, max: canaries - correct, integer: true });
  checkOneOf(`${where}: form`, form, CURVE_FORMS);
  const range = form === "gaussian" ? DOMAIN.delta : { ...RANGES.probability, maxIncluded: false };
  checkNumber(`${where}: delta`, delta, range);
  const error = 1 - checkNumber(`${where}: confidence`, confidence, RANGES.openProbability);
  const epsilonOf = form === "gaussian" ? gaussianClaim : anyClaim;
  const epsilon = epsilonOf(guesses, delta, error);
  return { epsilon, estimate: Math.max(epsilon, epsilonOf(guesses, delta, 1 / 2)) };
}

function anyClaim(guesses: OneRunGuesses, delta: number, error: number): number {
  return least(50, (epsilon) => {
    const shrink = Math.exp(-epsilon);
    return isRefuted(guesses, error, (y) => Math.max(0, y - delta) * shrink);
  });
}

function gaussianClaim(guesses: OneRunGuesses, delta: number, error: number): number {
  const mu = least(20, (shift) => isRefuted(guesses, error, (y) => normalCdf(normalQuantile(y) - shift)));
  return mu === 0 ? 0 : gaussianEpsilon({ delta, noiseMultiplier: 1 / mu }) * ROUNDING;
}

/** The end of the claims that are refuted, which are those from 0 on to somewhere. */
function least(most: number, isRefutedAt: (claim: number) => boolean): number {
  if (!isRefutedAt(0)) return 0;
  return bisect(isRefutedAt, { fails: most, holds: 0 }, { steps: STEPS, width: 1e-10 }).holds * ROUNDING;
}

/** Whether this number of correct guesses is rarer than `error`; `inverse` is the G of the claimed curve. */
function isRefuted(
  { correct, wrong, canaries }: OneRunGuesses,
  error: number,
  inverse: (y: number) => number,
): boolean {
  const guessed = correct + wrong;
  let tail = error;
  /** The sum of the tails above. */
  let above = 0;
  for (let k = correct; k > 0; k--) {
    const wrongMass = canaries * inverse(Math.min(1, (above + k * tail) / canaries));
    above += tail;
    tail = Math.max(tail, (above + wrongMass) / (guessed - k + 1));
    if (tail > MARGIN) return true;
  }
  return false;
}
