import { goldenSectionInteger } from "../../../numerics/golden-section-integer.js";
import { guessedEpsilon } from "../../claims/guessed-epsilon.js";
import type { LocalReports } from "./local-reports.js";
import { clones2023Pair, gaussianShift } from "./pair/clones-pair.js";

/**
 * Numbers of users are tried in steps of a sixteenth of a decade, and about the best of them in FINE ones.
 * Valid at any two, as the bound of any number of users is: half or twice of either moves an epsilon by at
 * most 3e-6 of itself.
 */
const COARSE = 16;
const FINE = 64;

/**
 * How many users to count on, each of whom hides the others and may fail: about the number at which
 * `clonesApproximateEpsilon` is least. What further users send is post-processing, so that every number gives
 * a bound.
 *
 * @param failures.localDelta the probability with which one report fails
 * @param failures.delta      the delta of all reports, above `localDelta`
 */
export function approximateCohort(
  { localEpsilon, users }: LocalReports,
  { localDelta, delta }: { readonly localDelta: number; readonly delta: number },
): number {
  const cohortAt = (fineSteps: number): number =>
    Math.max(1, Math.min(users, Math.round(10 ** (fineSteps / (COARSE * FINE)))));
  const figureAt = (fineSteps: number): number => {
    const cohort = cohortAt(fineSteps);
    const remaining = delta - cohort * localDelta;
    if (!(remaining > 0)) return Infinity;
    const shift = gaussianShift(clones2023Pair({ localEpsilon, users: cohort }));
    return Math.min(localEpsilon, guessedEpsilon(shift, remaining));
  };
  const end = Math.ceil(Math.log10(users) * COARSE);
  let best = 0;
  for (let step = 1; step <= end; step++) if (figureAt(step * FINE) <= figureAt(best)) best = step * FINE;
  if (figureAt(best) === Infinity) return 1;
  return cohortAt(goldenSectionInteger(figureAt, { low: best - FINE, best, high: best + FINE }));
}
