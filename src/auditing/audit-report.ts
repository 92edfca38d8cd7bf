import type { Guarantee } from "../privacy/index.js";
import type { GuessRule } from "./estimators/rank-bound.js";
import type { TradeOffPoint } from "./estimators/trade-off-band.js";

/** What an audit found. */
export interface AuditReport {
  /** `refuted`: the bound exceeds the claim. `not refuted` says nothing for the claim. */
  readonly verdict: "refuted" | "not refuted";
  readonly claim: number | undefined;
  /** Side `lower`, method `audit`, status `proven`, with its `confidence`. */
  readonly guarantee: Guarantee;
  /** Figures that are worth less: conditional ones and point estimates. */
  readonly others: readonly Guarantee[];
  /** Plays that were played. */
  readonly trials: number;
  /** Plays that the bound is about: those of the last look that the schedule allows. */
  readonly looked: number;
  /** How the attacker guessed where the bound comes from; undefined where no rule gave one. */
  readonly rule: GuessRule | undefined;
  /**
   * Whether nothing is proven, but would be if low scores spoke for `true`: then the attack is likely to
   * score the wrong way round, as a loss does. It is a hint and no bound. Reverse the scores and audit again,
   * with new plays.
   */
  readonly scoresSeemReversed: boolean;
  /**
   * Both errors of the attack by threshold, with bounds that hold at all thresholds together at the
   * confidence.
   */
  readonly tradeOff: readonly TradeOffPoint[];
}
