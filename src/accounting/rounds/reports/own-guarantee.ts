import type { OwnSources } from "./local-row.js";

/** Of a randomizer of which no more than its epsilon is looked at: the responses are binary. */
export const OWN_GUARANTEE: OwnSources = {
  epsilon: "the report's own guarantee",
  curve: "Kairouz, Oh, Viswanath 2015 with Mironov 2017, Proposition 5",
  loss: "Kairouz, Oh, Viswanath 2015, the dominating pair",
};
