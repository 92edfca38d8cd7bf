import type { Claim, Guarantee } from "../../privacy/index.js";
import type { CheckedOptions } from "../audit-options.js";
import type { AuditReport } from "../audit-report.js";
import { gaussianFit } from "../estimators/gaussian-fit.js";
import { boundByRank, type RankBound } from "../estimators/rank-bound.js";
import { bandAtError, type TradeOffPoint } from "../estimators/trade-off-band.js";
import type { Scores } from "../scores.js";
import { lookAt } from "./look-schedule.js";
import { type Plays, scoresOf } from "./plays.js";

const NOTHING_PROVEN: RankBound = { epsilon: 0, estimate: 0 };

/** The report on plays that may be fewer than planned. */
export function reportOf(played: Plays, options: CheckedOptions): AuditReport {
  const { trials, delta, claim } = options;
  const look = lookAt(trials, played.scores.length) ?? { plays: 0, share: 1 / 2 };
  const scores = scoresOf(played, look.plays);
  const error = (1 - options.confidence) * look.share;
  const bound = look.plays === 0 ? NOTHING_PROVEN : boundByRank(scores, delta, error);
  const tradeOff = bandOf(scores, error);
  const guarantee = {
    ...claimOf(options),
    delta,
    epsilon: { lower: bound.epsilon, estimate: bound.estimate, upper: Infinity },
  };
  return {
    verdict: claim !== undefined && bound.epsilon > claim ? "refuted" : "not refuted",
    claim,
    guarantee,
    others: delta === 0 ? [] : [gaussianGuarantee(guarantee, tradeOff)],
    trials: played.scores.length,
    looked: look.plays,
    rule: bound.rule,
    scoresSeemReversed: bound.rule === undefined && pointTheOtherWay(scores, delta, error),
    tradeOff,
  };
}

/**
 * Whether the opposite guesses would have proven something: a hint and no bound, since which way to guess was
 * not fixed beforehand.
 */
function pointTheOtherWay({ absent, present }: Scores, delta: number, error: number): boolean {
  if (absent.length + present.length === 0) return false;
  return boundByRank({ absent: present, present: absent }, delta, error).epsilon > 0;
}

function claimOf({ adjacency, confidence }: CheckedOptions): Claim & { readonly confidence: number } {
  return {
    side: "lower",
    status: "proven",
    assumptions: ["independent-plays"],
    method: "audit",
    source: "guesses in independent plays, after Steinke, Nasr, Jagielski 2023",
    adjacency,
    confidence,
  };
}

/** What the same plays show of a mechanism that is known to be Gaussian. */
function gaussianGuarantee(proven: Guarantee, tradeOff: readonly TradeOffPoint[]): Guarantee {
  const { epsilon } = gaussianFit(tradeOff, { delta: proven.delta });
  return {
    ...proven,
    status: "conditional",
    assumptions: [...proven.assumptions, "gaussian-trade-off"],
    source: "Gaussian fit of Nasr et al. 2023",
    epsilon: { lower: epsilon, estimate: epsilon, upper: Infinity },
  };
}

function bandOf(scores: Scores, error: number): TradeOffPoint[] {
  if (scores.absent.length === 0 || scores.present.length === 0) return [];
  return bandAtError(scores, error);
}
