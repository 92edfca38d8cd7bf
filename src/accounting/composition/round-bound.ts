import { memoize } from "../../numerics/memoize.js";
import { ROUNDING, roundedDown } from "../../numerics/rounding.js";
import type { Adjacency, Assumption, Bracket } from "../../privacy/index.js";
import { exactly, lesser } from "../claims/brackets.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import { type CheckInCounts, checkInCounts } from "../rounds/check-in-counts.js";
import type { CoveredRound, ReportKind } from "../rounds/coverage.js";
import type { RoundKind } from "../rounds/round.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { amplifyBySubsampling, budgetBeforeSubsampling } from "../theorems/subsampling.js";
import { type BoundReports, lesserBound, NO_EPSILON, orNoEpsilon, type ReportBound } from "./report-bound.js";

/**
 * Share of a check-in round's delta that pays for an unusual number of participants: valid at any share. Of
 * one round alone others are tried too, but not of ENOUGH_REPORTS that hide each other. Eleven LARGER_SHARES
 * lower an epsilon by up to 0.3 % in a quarter more time, two raise one by up to 0.1 %. Half of COUNT_SHARE
 * may halve the least deltas, which it pays for, and raises others by up to 4 %; twice as much may double
 * them, and lowers others by up to 2 %.
 */
const COUNT_SHARE = 0.05;
const LARGER_SHARES = [0.2, 0.45, 0.7, 0.88, 0.96];
const ENOUGH_REPORTS = 30_000;
/**
 * From this number of reports on, 13 bits of their least number count, after the first one: fewer reports
 * hide less. Valid at any number: twice or half of it changed none of 38 figures.
 */
const MANY_REPORTS = 2 ** 30;

/**
 * What one round costs: the reports' bound, amplified by the sampling of users or records.
 *
 * - fixed-size sampling of m among n: log(1 + (m/n)(e^epsilon - 1)) at (m/n) delta, for a bound that holds
 *   under replace-one;
 * - check-in: given the number of participants it is fixed-size sampling; outside an interval of counts that
 *   has all but a share of delta the round counts as lost;
 * - Poisson, central: the same formula under add-or-remove and zero-out, for a mechanism which hides who was
 *   sampled.
 *
 * @throws DpError NOT_APPLICABLE where the theorem's condition fails
 */
export function boundRound<Reports extends ReportKind>(
  round: CoveredRound<RoundKind, Reports>,
  adjacency: Adjacency,
  boundReports: BoundReports<Reports>,
): ReportBound {
  const { report } = round;
  switch (round.kind) {
    case "report":
    case "randomAllocation":
      return boundReports(report, 1, adjacency);
    case "shuffle":
      return boundReports(report, round.reports, adjacency);
    case "subsampledShuffle":
      return sampled(
        boundReports(asReplaceOne(report, adjacency), round.reports, "replace-one"),
        round.samplingRate,
        ["honest-shuffler", ...secretParticipation(round)],
      );
    case "checkInShuffle":
      return checkedIn(round, (reports) =>
        boundReports(asReplaceOne(report, adjacency), reports, "replace-one"),
      );
    case "poissonSample":
      return sampled(boundReports(report, 1, adjacency), round.samplingRate, [
        "honest-aggregator",
        ...secretParticipation(round),
      ]);
  }
}

function sampled(bound: ReportBound, samplingRate: number, assumptions: readonly Assumption[]): ReportBound {
  const { deltaAtEpsilon } = bound;
  return {
    epsilonAtDelta: (delta, upperOnly) => {
      const before = delta / samplingRate;
      if (before >= 1) return exactly(0);
      return amplified(bound.epsilonAtDelta(before, upperOnly), samplingRate);
    },
    ...(deltaAtEpsilon && {
      deltaAtEpsilon: (epsilon: number) => {
        const before = budgetBeforeSubsampling({ epsilon, delta: 0, samplingRate }).epsilon;
        const { lower, upper } = deltaAtEpsilon(before);
        const delta = amplifyBySubsampling({ epsilon: before, delta: upper, samplingRate }).delta;
        return { lower: roundedDown(lower * samplingRate, ROUNDING.sum), estimate: delta, upper: delta };
      },
    }),
    assumptions: [...new Set([...bound.assumptions, ...assumptions])],
    source: `${bound.source}; amplification by subsampling (Ullman 2017; Steinke 2022, Theorem 29)`,
  };
}

function amplified({ lower, upper }: Bracket, samplingRate: number): Bracket {
  if (upper === Infinity) return NO_EPSILON;
  const at = (epsilon: number): number => amplifyBySubsampling({ epsilon, delta: 0, samplingRate }).epsilon;
  const most = at(upper);
  return { lower: Math.min(most, roundedDown(at(lower), ROUNDING.sum)), estimate: most, upper: most };
}

function checkedIn(
  round: CoveredRound<"checkInShuffle", ReportKind>,
  boundAmong: (reports: number) => ReportBound,
): ReportBound {
  const { users, samplingRate } = round;
  const boundAmongMany = memoize(boundAmong);
  const boundOf = ({ minReports, inclusionRate }: CheckInCounts): ReportBound =>
    sampled(boundAmongMany(fewSignificantBits(minReports)), inclusionRate, [
      "honest-shuffler",
      ...secretParticipation(round),
    ]);
  const areHidden = ({ minReports }: CheckInCounts): boolean =>
    boundAmongMany(fewSignificantBits(minReports)).assumptions.includes("honest-shuffler");
  const countsBeside = memoize((tail: number) => checkInCounts(users, samplingRate, tail));
  const boundBeside = memoize((tail: number): ReportBound => {
    const { shuffled, unshuffled } = countsBeside(tail);
    // Below 1,000 reports their number and their share weigh about the same, and neither suits every bound.
    const areFew = shuffled.minReports < 1000 && shuffled.minReports !== unshuffled.minReports;
    if (areFew) return lesserBound(boundOf(shuffled), boundOf(unshuffled));
    return boundOf(areHidden(shuffled) ? shuffled : unshuffled);
  });
  const { assumptions, source, deltaAtEpsilon } = boundBeside(tailOf(0.5));
  const { shuffled } = countsBeside(tailOf(0.5));
  const sharesAreAlike = shuffled.minReports >= ENOUGH_REPORTS && areHidden(shuffled);
  const epsilonAt = (share: number, delta: number, upperOnly: boolean): Bracket =>
    boundBeside(tailOf((share / COUNT_SHARE) * delta)).epsilonAtDelta((1 - share) * delta, upperOnly);
  return {
    epsilonAtDelta: (delta, upperOnly) => {
      if (!(delta > 0)) return NO_EPSILON;
      const first = epsilonAt(COUNT_SHARE, delta, upperOnly);
      if (upperOnly || sharesAreAlike) return first;
      return LARGER_SHARES.map((share) => orNoEpsilon(() => epsilonAt(share, delta, upperOnly))).reduce(
        lesser,
        first,
      );
    },
    ...(deltaAtEpsilon && {
      deltaAtEpsilon: (epsilon: number) =>
        leastDeltaAt((total) => boundBeside(tailOf(total)).deltaAtEpsilon!(epsilon)),
    }),
    assumptions,
    source,
  };
}

/** Rounded down where the least counts of all tails are about the same: so are their bounds then. */
function fewSignificantBits(reports: number): number {
  if (reports < MANY_REPORTS) return reports;
  const unit = 2 ** (Math.floor(Math.log2(reports)) - 13);
  return Math.floor(reports / unit) * unit;
}

/**
 * What a total delta pays for unusual counts on each side, rounded down, so that the bounds at near deltas
 * are of the same counts.
 */
function tailOf(delta: number): number {
  return 2 ** (Math.floor(8 * Math.log2((COUNT_SHARE * delta) / 2)) / 8);
}

/**
 * Deltas of which unusual counts take their share: each gives a bound. The first one tells whether the large
 * ones can matter; the small ones fall, and end where they gain nothing; those between them follow, of which
 * most are then too large to matter. Valid at any: twice or half as many large or small ones changed none of
 * 38 figures, twice as many between lowered one by 2 %.
 */
const LARGE_TOTALS = [1e-2, 1, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.06, 0.03];
const SMALL_TOTALS = [
  ...Array.from({ length: 19 }, (_, i) => 10 ** (-2 * i - 4)),
  1e-50,
  1e-60,
  1e-80,
  1e-100,
];
const ALL_DECADES = Array.from({ length: 98 }, (_, i) => 10 ** (-i - 3));
/**
 * A smaller share of the least bound, or of what it leaves to one, gains nothing. Valid at any share: smaller
 * totals are tried for longer.
 */
const NEGLIGIBLE = 0.01;

/**
 * The least delta among the totals; what is tried at an epsilon, or cannot be better, is tried at every
 * larger one.
 */
function leastDeltaAt(ofReports: (total: number) => Bracket): Bracket {
  let best = exactly(1);
  const tryTotal = (total: number): void => {
    const failure = 2 * tailOf(total);
    if (failure >= best.upper) return;
    const { lower, upper } = ofReports(total);
    const most = upper + failure;
    if (most >= best.upper) return;
    best = { lower: Math.min(1, lower + roundedDown(failure, ROUNDING.sum)), estimate: most, upper: most };
  };
  const tryDownTo = (totals: readonly number[], negligible: () => number): void => {
    for (const total of totals) {
      tryTotal(total);
      if (2 * tailOf(total) <= negligible()) break;
    }
  };
  LARGE_TOTALS.forEach(tryTotal);
  tryDownTo(SMALL_TOTALS, () => NEGLIGIBLE * Math.min(best.upper, Math.max(1 - best.upper, 2 ** -46)));
  tryDownTo(ALL_DECADES, () => NEGLIGIBLE * best.upper);
  return best;
}
