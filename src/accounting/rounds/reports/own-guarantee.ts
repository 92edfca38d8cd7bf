import type { OwnSources } from "./local-row.js";

/** For randomizers of which no more than epsilon is used: binary response dominates them. */
export const OWN_GUARANTEE: OwnSources = {
  epsilon: "the report's own guarantee",
  curve: "Kairouz, Oh, Viswanath 2015 with Mironov 2017, Proposition 5",
  loss: "Kairouz, Oh, Viswanath 2015, the dominating pair",
};
