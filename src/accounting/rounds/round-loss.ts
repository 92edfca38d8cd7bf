import { memoize } from "../../numerics/memoize.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { Adjacency, Method } from "../../privacy/index.js";
import type { ClaimBasis } from "../claims/compose-claims.js";
import { type Coverage, type CoveredRound, coveredRound, isCovered, type ReportKind } from "./coverage.js";
import type { Round, RoundKind } from "./round.js";

/** The privacy loss of one round and what it rests on. */
export interface RoundLoss extends ClaimBasis {
  readonly loss: PrivacyLossDistribution;
  /** Probability with which the round falls outside of `loss` and counts as lost; absent where never. */
  readonly failure?: number;
  /** Whether the loss depends on how often the round may fail. */
  readonly dependsOnBudget?: boolean;
  /**
   * Whether the loss is that of upper bounds, found by a search or of joined numbers of reports: the method's
   * own value may be smaller.
   */
  readonly isUpperOnly?: boolean;
}

/** The privacy loss of the rounds that are covered. */
export interface LossRule<Rounds extends RoundKind, Reports extends ReportKind> {
  readonly method: Method;
  readonly covers: readonly Coverage<Rounds, Reports>[];
  /**
   * @param failureBudget the most that a round may fail with, > 0
   * @throws DpError NOT_APPLICABLE where no pair is known for the round
   */
  readonly lossOf: (
    round: CoveredRound<Rounds, Reports>,
    adjacency: Adjacency,
    failureBudget: number,
  ) => RoundLoss;
}

/** The same for any round; throws NOT_APPLICABLE where it is not covered. */
export interface LossOfRound {
  (round: Round, adjacency: Adjacency, failureBudget: number): RoundLoss;
  readonly covers: readonly Coverage[];
}

export function lossOfRound<const Rounds extends RoundKind, const Reports extends ReportKind>({
  method,
  covers,
  lossOf,
}: LossRule<Rounds, Reports>): LossOfRound {
  const lossOfAny = memoize(
    (round: Round, adjacency: Adjacency, failureBudget: number): RoundLoss =>
      lossOf(coveredRound(method, covers, round, adjacency), adjacency, failureBudget),
    // Several methods need the same losses, whose pairs keep their laws.
    { key: (...query) => JSON.stringify(query), capacity: 8 },
  );
  return Object.assign(lossOfAny, { covers });
}

/** One rule out of several: the first that covers the round. */
export function firstCovering(method: Method, rules: readonly LossOfRound[]): LossOfRound {
  const covers = rules.flatMap((rule) => rule.covers);
  const lossOf = (round: Round, adjacency: Adjacency, failureBudget: number): RoundLoss => {
    coveredRound(method, covers, round, adjacency);
    const rule = rules.find((each) => isCovered(each.covers, round, adjacency))!;
    return rule(round, adjacency, failureBudget);
  };
  return Object.assign(lossOf, { covers });
}
