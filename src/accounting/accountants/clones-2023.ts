import { goldenSectionInteger } from "../../numerics/golden-section-integer.js";
import { memoize } from "../../numerics/memoize.js";
import { roundedUp } from "../../numerics/rounding.js";
import type { Bracket } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { exactly } from "../claims/brackets.js";
import { composedAccuracy } from "../claims/composed-accuracy.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { optimalComposition } from "../composition/optimal-composition.js";
import { type BoundReports, NO_EPSILON, type ReportBound } from "../composition/report-bound.js";
import { asGaussian, isGaussian } from "../rounds/as-gaussian.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import { BOUNDED_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { localDelta } from "../rounds/local-delta.js";
import { MAX_DIFFERENT, MAX_SEARCHED } from "../rounds/round-limit.js";
import { approximateCohort } from "../shuffle/clones/approximate-cohort.js";
import type { LocalReports } from "../shuffle/clones/local-reports.js";
import { clonesEpsilon } from "../shuffle/clones/pair/clones-epsilon.js";
import { clones2023Pair } from "../shuffle/clones/pair/clones-pair.js";
import { clones2023Delta } from "../theorems/clones-2023.js";
import { clonesApproximateEpsilon } from "../theorems/clones-approximate.js";
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";

const SOURCE =
  "Feldman, McMillan, Talwar 2023, Theorem 3.2, numerically (proof: docs/theorems/clones-2023.md)";

/**
 * A cohort whose failures leave a smaller share of delta has no figure: some 20 ulps of room would be enough.
 * Twice or half as much changes no epsilon.
 */
const MIN_REMAINDER = 1e-9;

/**
 * "Stronger" clones of Feldman, McMillan and Talwar 2023, numerically: `proven`. A report with a delta of its
 * own is covered with probabilities of failure, a Gaussian one at the best of its (epsilon, delta).
 *
 * @see docs/theorems/clones-2023.md, docs/theorems/clones-approximate.md, docs/theorems/clones-gaussian.md
 */
export const clones2023: Accountant = compositionAccountant({
  method: "clones-2023",
  covers: [{ rounds: SHUFFLES, reports: BOUNDED_REPORTS, adjacencies: SAME_SIZE }],
  boundReports,
  composition: optimalComposition,
  mostSearched: MAX_SEARCHED,
  mostDifferent: MAX_DIFFERENT,
});

function boundReports(
  ...[report, users, adjacency]: Parameters<BoundReports<(typeof BOUNDED_REPORTS)[number]>>
): ReportBound {
  if (isGaussian(report)) {
    const { noiseMultiplier } = asGaussian(asReplaceOne(report, adjacency));
    return failing(`${SOURCE}, at the best (epsilon, delta) of the Gaussian report`, (delta) =>
      clonesGaussianEpsilon({ noiseMultiplier, users, delta }),
    );
  }
  const { epsilon: localEpsilon } = report;
  const failure = localDelta(report);
  if (failure > 0) {
    return failing(SOURCE, (delta) =>
      approximateEpsilon({ localEpsilon, users }, { localDelta: failure, delta }),
    );
  }
  const reports = { localEpsilon, users };
  return {
    epsilonAtDelta: (delta, upperOnly) =>
      delta > 0
        ? clonesEpsilon(clones2023Pair(reports), delta, composedAccuracy(upperOnly))
        : exactly(localEpsilon),
    deltaAtEpsilon: (epsilon) => clones2023Delta({ ...reports, epsilon }),
    assumptions: ["honest-shuffler"],
    source: SOURCE,
  };
}

/**
 * Every cohort gives a bound: the least of the guess, of a single report and of a small cohort, where one
 * user more or less counts.
 */
function approximateEpsilon(
  { localEpsilon, users }: LocalReports,
  failures: { readonly localDelta: number; readonly delta: number },
): Bracket {
  const { localDelta, delta } = failures;
  const guess = approximateCohort({ localEpsilon, users }, failures);
  const epsilonOf = memoize((cohort: number) =>
    clonesApproximateEpsilon({ localEpsilon, users: cohort, ...failures }),
  );
  const figureOf = (cohort: number): number =>
    roundedUp(cohort * localDelta, MIN_REMAINDER) < delta ? epsilonOf(cohort).upper : Infinity;
  // Cohorts up to about twice as many are compared by their own figures, of 0.1 ms each
  const start = Math.min(guess, 1024);
  const small = goldenSectionInteger(figureOf, { low: 0, best: start, high: Math.min(users, 2 * start) + 1 });
  const best = [1, small].reduce((one, other) => (figureOf(one) < figureOf(other) ? one : other), guess);
  return epsilonOf(best);
}

/** A bound that needs some delta. */
function failing(source: string, epsilonAt: (delta: number) => Bracket): ReportBound {
  return {
    epsilonAtDelta: (delta) => (delta > 0 ? epsilonAt(delta) : NO_EPSILON),
    assumptions: ["honest-shuffler"],
    source,
  };
}
