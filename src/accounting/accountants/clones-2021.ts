import { clones2021Pair } from "../clones/clones-2021-pair.js";
import { clonesEpsilon } from "../clones/clones-epsilon.js";
import { responsePair } from "../clones/response-pair.js";
import { advancedComposition } from "../composition/advanced-composition.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { optimalComposition } from "../composition/optimal-composition.js";
import type { Accountant } from "../core/accountant.js";
import { clones2021Epsilon } from "../theorems/clones-2021.js";
import { clones2023Delta } from "../theorems/clones-2023.js";
import { clonesReports } from "./_internal/clones-reports.js";
import { unshuffledReports } from "./_internal/unshuffled-reports.js";
import { blanketReports } from "./blanket.js";

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
  compositionAccountant("strong-composition", unshuffledReports, optimalComposition),
  compositionAccountant("advanced-composition", unshuffledReports, advancedComposition),
  compositionAccountant("clones-2021", clones2021, optimalComposition),
  compositionAccountant("clones-2021-numerical", clones2021Numerical, optimalComposition),
  compositionAccountant("clones-2023", clones2023, optimalComposition),
  compositionAccountant("blanket", blanketReports, optimalComposition),
];
