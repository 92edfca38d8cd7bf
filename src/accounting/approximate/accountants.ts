import type { Accountant } from "../accountant.js";
import { clones2021Pair } from "../theorems/_internal/clones-2021-pair.js";
import { clonesEpsilon } from "../theorems/_internal/clones-epsilon.js";
import { responsePair } from "../theorems/_internal/response-pair.js";
import { clones2021Epsilon } from "../theorems/clones-2021.js";
import { clones2023Delta } from "../theorems/clones-2023.js";
import { advancedComposition } from "./advanced-composition.js";
import { approximateAccountant } from "./approximate-accountant.js";
import { blanketReports } from "./blanket-reports.js";
import { clonesReports } from "./clones-reports.js";
import { optimalComposition } from "./optimal-composition.js";
import { unshuffledReports } from "./unshuffled-reports.js";

/** Composition has no use for lower ends. */
const UPPER_ONLY = { upperOnly: true };

const clones2021 = clonesReports({
  method: "clones-2021",
  source: "Feldman, McMillan, Talwar 2021, Theorem 3.1",
  epsilon: clones2021Epsilon,
});

const clones2021Numerical = clonesReports({
  method: "clones-2021-numerical",
  source: "Feldman, McMillan, Talwar 2021, Theorem 3.2, numerically",
  epsilon: ({ delta, ...reports }) => clonesEpsilon(clones2021Pair(reports), delta, UPPER_ONLY),
});

const clones2023 = clonesReports({
  method: "clones-2023",
  source: "Feldman, McMillan, Talwar 2023, Theorem 3.2, numerically (proof: docs/theorems/clones-2023.md)",
  epsilon: ({ delta, ...reports }) => clonesEpsilon(responsePair(reports), delta, UPPER_ONLY),
  delta: clones2023Delta,
  approximate: true,
});

/** The accountants that compose (epsilon, delta) guarantees round by round. */
export const approximateAccountants: readonly Accountant[] = [
  approximateAccountant("strong-composition", unshuffledReports, optimalComposition),
  approximateAccountant("advanced-composition", unshuffledReports, advancedComposition),
  approximateAccountant("clones-2021", clones2021, optimalComposition),
  approximateAccountant("clones-2021-numerical", clones2021Numerical, optimalComposition),
  approximateAccountant("clones-2023", clones2023, optimalComposition),
  approximateAccountant("blanket", blanketReports, optimalComposition),
];
