import type { Accountant } from "../core/accountant.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { clones2023RdpCurve } from "../theorems/clones-2023-rdp.js";
import { pureReports } from "./_internal/pure-reports.js";

/**
 * Renyi divergences of the clones pair of shuffled pure local reports, at real orders; a fixed number of users may be drawn, unseen.
 * `proven` for every cohort; looser than the same pair composed as a privacy-loss distribution (`clones-2023-pld`).
 *
 * @see docs/theorems/clones-2023.md, docs/theorems/hidden-sampling.md
 */
export const clones2023RdpAccountant: Accountant = renyiAccountant(
  "clones-2023-rdp",
  (event, adjacency) => {
    const { localEpsilon, users, sampled } = pureReports("clones-2023-rdp", event, adjacency);
    const source = "Feldman, McMillan, Talwar 2023, Theorem 3.2 (proof: docs/theorems/clones-2023.md)";
    return {
      curve: clones2023RdpCurve({ localEpsilon, users, sampled }),
      status: "proven",
      assumptions: ["honest-shuffler"],
      source:
        sampled === users
          ? source
          : `${source}; sampling by advanced joint convexity (docs/theorems/hidden-sampling.md)`,
    };
  },
  { slow: true },
);
