import type { Accountant } from "../accountant.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { PURE_REPORTS, SAME_SIZE } from "../rounds/coverage.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { clones2023RdpCurve } from "../theorems/clones-2023-rdp.js";

const SOURCE = "Feldman, McMillan, Talwar 2023, Theorem 3.2 (proof: docs/theorems/clones-2023.md)";

/**
 * Renyi divergences of the clones pair of shuffled pure local reports, at real orders; a fixed number of
 * users may be drawn in secret. `proven` for every cohort; looser than the same pair composed as a
 * privacy-loss distribution (`clones-2023-pld`).
 *
 * @see docs/theorems/clones-2023.md, docs/theorems/hidden-sampling.md
 */
export const clones2023Rdp: Accountant = renyiAccountant({
  method: "clones-2023-rdp",
  covers: [{ rounds: ["shuffle", "subsampledShuffle"], reports: PURE_REPORTS, adjacencies: SAME_SIZE }],
  slow: true,
  mostDifferent: 48,
  analyse: (round) => {
    const { users, reports: sampled, report } = round;
    const { epsilon: localEpsilon } = report;
    return {
      curve: clones2023RdpCurve({ localEpsilon, users, sampled }),
      status: "proven",
      assumptions: ["honest-shuffler", ...secretParticipation(round)],
      source:
        sampled === users
          ? SOURCE
          : `${SOURCE}; sampling by advanced joint convexity (docs/theorems/hidden-sampling.md)`,
    };
  },
});
