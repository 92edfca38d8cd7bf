import type { Adjacency, Bracket } from "../../privacy/index.js";
import { lesser } from "../claims/brackets.js";
import type { ClaimBasis } from "../claims/compose-claims.js";
import type { BOUNDED_REPORTS, CoveredRound, ReportKind } from "../rounds/coverage.js";
import type { RoundKind } from "../rounds/round.js";
import { epsilonOrInfinity } from "./epsilon-or-infinity.js";

/**
 * What one round's reports cost, before credit for sampling: an (epsilon, delta) trade-off that is `proven`.
 */
export interface ReportBound extends Omit<ClaimBasis, "status" | "remark"> {
  /**
   * epsilon at delta, which may be 0: the bracket of the bound's own value. Its upper end is +Infinity where
   * no epsilon holds, and NOT_APPLICABLE is thrown where the theorem's condition fails.
   *
   * @param upperOnly a lower end that takes long to find may be left at 0
   */
  epsilonAtDelta(delta: number, upperOnly: boolean): Bracket;
  /** The bracket of delta at epsilon, where the theorem gives it without a search. */
  deltaAtEpsilon?(epsilon: number): Bracket;
}

/** No epsilon at all holds. */
export const NO_EPSILON: Bracket = { lower: Infinity, estimate: Infinity, upper: Infinity };

/** A theorem may refuse a small delta, or few reports. */
export function orNoEpsilon(epsilon: () => Bracket): Bracket {
  let found = NO_EPSILON;
  epsilonOrInfinity(() => {
    found = epsilon();
    return found.upper;
  });
  return found;
}

/**
 * Two bounds of the same reports, whichever is the lesser, or the one that is not refused; stated as the
 * first. Both give delta, or neither does.
 */
export function lesserBound(one: ReportBound, other: ReportBound): ReportBound {
  return {
    ...one,
    epsilonAtDelta: (delta, upperOnly) => {
      const first = orNoEpsilon(() => one.epsilonAtDelta(delta, upperOnly));
      if (first.upper === Infinity) return other.epsilonAtDelta(delta, upperOnly);
      return lesser(
        first,
        orNoEpsilon(() => other.epsilonAtDelta(delta, upperOnly)),
      );
    },
    ...(one.deltaAtEpsilon && {
      deltaAtEpsilon: (epsilon: number) =>
        lesser(one.deltaAtEpsilon!(epsilon), other.deltaAtEpsilon!(epsilon)),
    }),
  };
}

/**
 * Bounds a report among its cohort.
 *
 * @param reports how many honest reports are shuffled, the changed one among them; 1 where nothing is
 *   shuffled
 * @throws DpError NOT_APPLICABLE where the theorem's condition fails
 */
export type BoundReports<Reports extends ReportKind = (typeof BOUNDED_REPORTS)[number]> = (
  report: CoveredRound<RoundKind, Reports>["report"],
  reports: number,
  adjacency: Adjacency,
) => ReportBound;
