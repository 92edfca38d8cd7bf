import type { Accountant } from "../core/accountant.js";
import { clonesGains } from "../rdp/_internal/clones-gains.js";
import { randomizedResponseGains } from "../rdp/_internal/gains-above-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { pureReports } from "./_internal/pure-reports.js";

/** Beyond it e^localEpsilon leaves the doubles, and shuffling hides nothing. */
const LARGEST_EPSILON = 700;

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
    const rate = sampled / users;
    const alone = secretSampling(randomizedResponseGains(localEpsilon), rate);
    const hides = localEpsilon > 0 && localEpsilon <= LARGEST_EPSILON;
    const shuffled = hides ? secretSampling(clonesGains({ localEpsilon, users: sampled }), rate) : alone;
    const source = "Feldman, McMillan, Talwar 2023, Theorem 3.2 (proof: docs/theorems/clones-2023.md)";
    return {
      curve: { at: (order) => Math.min(alone.at(order), shuffled.at(order)) },
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
