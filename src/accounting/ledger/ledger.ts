import type { Adjacency, Guarantee, MechanismEvent, Method, SequenceEvent } from "../../privacy/index.js";
import type { GuaranteesReport } from "../guarantees.js";

/** The limit that a ledger keeps: epsilon at delta, under one adjacency. */
export interface PrivacyBudget {
  readonly adjacency: Adjacency;
  /** δ, (0, 1). */
  readonly delta: number;
  /** ε, the largest upper bound that the ledger may reach, nats, [0, ∞). */
  readonly epsilon: number;
  /** The method whose upper bound counts; by default the best proven one, see {@link budgetGuarantee}. */
  readonly method?: Method;
}

/** What a charge did. */
export interface Receipt {
  /** The event charged, checked and frozen. */
  readonly event: MechanismEvent;
  /** T, the rounds charged so far, this charge's included, each repetition counted. */
  readonly rounds: number;
  /** The figure that the budget is compared with, after this charge; absent without a budget. */
  readonly guarantee?: Guarantee;
}

/** What has been spent, and the only way to spend more: charge first, release afterwards. */
export interface Ledger {
  /**
   * Writes an event down before its output is released.
   *
   * @returns what was charged
   * @throws DpError BUDGET_EXCEEDED it would take the figure above the budget; BAD_INPUT or OUT_OF_RANGE it
   *   is not an event; NOT_APPLICABLE the budget has no figure for it; and whatever the caller's `record`
   *   throws. After any of them the ledger is as before, and the output must not be released.
   */
  charge(event: MechanismEvent): Receipt;
  /**
   * Every guarantee of all that was charged, by `guarantees`.
   *
   * @throws DpError BAD_INPUT adjacency is unknown; OUT_OF_RANGE delta is outside (0, 1)
   */
  spent(adjacency: Adjacency, delta: number): GuaranteesReport;
  /** All that was charged: a sequence of repeats with each distinct round once, empty at first. */
  readonly event: SequenceEvent;
}
