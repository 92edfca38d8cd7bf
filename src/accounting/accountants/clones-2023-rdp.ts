import type { Accountant } from "../core/accountant.js";
import { PURE_REPORTS, SAME_SIZE } from "../core/coverage.js";
import { clonesGains } from "../rdp/_internal/clones-gains.js";
import { randomizedResponseGains } from "../rdp/_internal/gains-above-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";

/** Beyond it e^localEpsilon leaves the doubles, and shuffling hides nothing. */
const LARGEST_EPSILON = 700;
const SOURCE = "Feldman, McMillan, Talwar 2023, Theorem 3.2 (proof: docs/theorems/clones-2023.md)";

/**
 * Renyi divergences of the clones pair of shuffled pure local reports, at real orders; a fixed number of users may be drawn in secret.
 * `proven` for every cohort; looser than the same pair composed as a privacy-loss distribution (`clones-2023-pld`).
 *
 * @see docs/theorems/clones-2023.md, docs/theorems/hidden-sampling.md
 */
export const clones2023Rdp: Accountant = renyiAccountant({
  method: "clones-2023-rdp",
  covers: [{ rounds: ["shuffle", "subsampledShuffle"], reports: PURE_REPORTS, adjacencies: SAME_SIZE }],
  slow: true,
  analyse: ({ users, reports, samplingRate, report: { epsilon: localEpsilon } }) => {
    const alone = secretSampling(randomizedResponseGains(localEpsilon), samplingRate);
    const hides = localEpsilon > 0 && localEpsilon <= LARGEST_EPSILON;
    const shuffled = hides
      ? secretSampling(clonesGains({ localEpsilon, users: reports }), samplingRate)
      : alone;
    return {
      curve: { at: (order) => Math.min(alone.at(order), shuffled.at(order)) },
      status: "proven",
      assumptions: ["honest-shuffler"],
      source:
        reports === users
          ? SOURCE
          : `${SOURCE}; sampling by advanced joint convexity (docs/theorems/hidden-sampling.md)`,
    };
  },
});
