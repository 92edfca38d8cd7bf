import type { Guarantee } from "../../privacy/index.js";
import type { OneRunGuesses } from "../estimators/one-run-bound.js";

/** What an audit in one run found. */
export interface OneRunReport {
  /** `refuted`: the bound exceeds the claim. `not refuted` says nothing for the claim. */
  readonly verdict: "refuted" | "not refuted";
  readonly claim: number | undefined;
  /** Side `lower`, method `audit`, status `proven`, with its `confidence`. */
  readonly guarantee: Guarantee;
  /** What the same guesses show of a mechanism that is known to be Gaussian: conditional. */
  readonly others: readonly Guarantee[];
  readonly guesses: OneRunGuesses;
}
