import type { Adjacency, Bracket, Claim, MechanismEvent, Method } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import { atMost } from "../claims/brackets.js";
import { composeClaims } from "../claims/compose-claims.js";
import { notApplicable } from "../claims/not-applicable.js";
import { checkDifferent } from "../rounds/check-different.js";
import { type Coverage, coveredRound, type ReportKind } from "../rounds/coverage.js";
import type { RoundKind } from "../rounds/round.js";
import { exceededLimit, type RoundLimit } from "../rounds/round-limit.js";
import { type RepeatedRound, roundsOf } from "../rounds/rounds-of.js";
import { leastDelta } from "./least-delta.js";
import { loneRound } from "./lone-round.js";
import type { BoundReports, ReportBound } from "./report-bound.js";
import { boundRound } from "./round-bound.js";

/**
 * Composing takes longer the more rounds there are, and delta at an epsilon takes many compositions. Valid at
 * any number: twice as many take twice as long.
 */
const MAX_ROUNDS_SEARCHED = 1e7;

/** A composition theorem: the total epsilon at a total delta, as a bracket of the theorem's own value. */
export interface Composition {
  epsilonAtDelta(rounds: readonly RepeatedRound<ReportBound>[], delta: number): Bracket;
  readonly source: string;
}

export interface CompositionMethod<Rounds extends RoundKind, Reports extends ReportKind> {
  readonly method: Method;
  readonly covers: readonly Coverage<Rounds, Reports>[];
  readonly boundReports: BoundReports<Reports>;
  readonly composition: Composition;
  /** Different rounds of a sequence beyond which the method declines; default any number. */
  readonly mostDifferent?: RoundLimit;
  /** The same where delta at an epsilon is a search. */
  readonly mostSearched?: RoundLimit;
}

/**
 * An accountant that bounds each round by (epsilon, delta) and composes those: all of its figures are
 * `proven`.
 */
export function compositionAccountant<const Rounds extends RoundKind, const Reports extends ReportKind>({
  method,
  covers,
  boundReports,
  composition,
  mostDifferent = Infinity,
  mostSearched = mostDifferent,
}: CompositionMethod<Rounds, Reports>): Accountant {
  const boundsOf = (event: MechanismEvent, adjacency: Adjacency): RepeatedRound<ReportBound>[] => {
    const rounds = roundsOf(event, adjacency);
    checkDifferent(method, rounds, mostDifferent);
    return rounds.map(({ round, times }) => {
      const covered = coveredRound<RoundKind, Reports>(method, covers, round, adjacency);
      return { round: boundRound(covered, adjacency, boundReports), times };
    });
  };
  const claim = (rounds: readonly RepeatedRound<ReportBound>[], adjacency: Adjacency): Claim => {
    const basis = composeClaims(rounds.map((each) => ({ ...each.round, status: "proven" })));
    const isAlone = rounds.length === 0 || loneRound(rounds) !== undefined;
    const source = isAlone ? basis.source : `${basis.source}; ${composition.source}`;
    return { side: "upper", ...basis, source, method, adjacency };
  };
  return {
    method,
    covers,
    epsilonAtDelta: (event, { adjacency, delta }) => {
      const rounds = boundsOf(event, adjacency);
      const epsilon = composition.epsilonAtDelta(rounds, delta);
      if (epsilon.upper === Infinity)
        throw notApplicable(
          method,
          "no epsilon holds: the reports alone fail more often than delta, or their epsilons are too large to add up",
        );
      return { ...claim(rounds, adjacency), delta, epsilon };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) => {
      const rounds = boundsOf(event, adjacency);
      const direct = loneRound(rounds)?.deltaAtEpsilon?.(epsilon);
      if (direct === undefined) checkSearch(method, roundsOf(event, adjacency), mostSearched);
      const delta =
        direct ?? atMost(leastDelta((delta) => composition.epsilonAtDelta(rounds, delta).upper, epsilon));
      return { ...claim(rounds, adjacency), epsilon, delta };
    },
  };
}

function checkSearch(method: Method, rounds: readonly RepeatedRound[], mostDifferent: RoundLimit): void {
  const count = rounds.reduce((sum, { times }) => sum + times, 0);
  const exceeded = exceededLimit(rounds, mostDifferent);
  if (count <= MAX_ROUNDS_SEARCHED && exceeded === undefined) return;
  const beyond =
    count > MAX_ROUNDS_SEARCHED
      ? `${MAX_ROUNDS_SEARCHED} rounds, got ${count}`
      : `${exceeded === 1 ? "one round" : `${exceeded} different rounds`}, got ${rounds.length}`;
  const reason = `delta at epsilon is a search that takes too long beyond ${beyond}`;
  throw notApplicable(method, `${reason}; ask for epsilon at delta`);
}
