import type { Accountant } from "../accountant.js";
import { MAX_ORDER } from "../claims/renyi-curve.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import { SAME_SIZE } from "../rounds/coverage.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";
import { liew22GenericCurve } from "../theorems/liew22-generic.js";

/**
 * "Generic bound" of LT22 Figure 1b: the privacy profile of a check-in round turned into Renyi divergences.
 * Our reconstruction.
 *
 * @see docs/theorems/liew22.md
 */
export const liew22Generic: Accountant = renyiAccountant({
  method: "liew22-generic",
  covers: [{ rounds: ["checkInShuffle"], reports: ["gaussian"], adjacencies: SAME_SIZE }],
  slow: true,
  mostDifferent: 48,
  analyse: (round, adjacency) => {
    const { users, samplingRate: checkInRate, report } = round;
    const { noiseMultiplier } = asReplaceOne(report, adjacency);
    const generic = liew22GenericCurve({
      users,
      checkInRate,
      noiseMultiplier,
      shuffledEpsilon: (options) =>
        // This is far finer than what the bound loses between the profile's points
        clonesGaussianEpsilon({ ...options, noiseMultiplier, precision: 1e-4 }).upper,
    });
    return {
      curve: { at: (order) => (order <= MAX_ORDER ? generic.at(order) : Infinity) },
      status: "proven",
      assumptions: ["honest-shuffler", ...secretParticipation(round)],
      source: "Liew, Hasegawa, Takahashi 2022, reconstructed (docs/theorems/liew22.md)",
    };
  },
});
