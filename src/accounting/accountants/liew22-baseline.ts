import type { Accountant } from "../accountant.js";
import { atMost } from "../claims/brackets.js";
import { notApplicable } from "../claims/not-applicable.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import { type Coverage, coveredRound, SAME_SIZE } from "../rounds/coverage.js";
import { roundsOf } from "../rounds/rounds-of.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";
import { liew22BaselineEpsilon } from "../theorems/liew22-baseline.js";

const METHOD = "liew22-baseline";
const COVERS: readonly Coverage<"checkInShuffle", "gaussian">[] = [
  { rounds: ["checkInShuffle"], reports: ["gaussian"], adjacencies: SAME_SIZE },
];

/**
 * "Baseline" of LT22 Figure 1b: a check-in round by clones and sampling, then strong composition. Our
 * reconstruction, with the inclusion rate that can be proven.
 *
 * @see docs/theorems/liew22.md
 */
export const liew22Baseline: Accountant = {
  method: METHOD,
  covers: COVERS,
  slow: true,
  epsilonAtDelta: (event, { adjacency, delta }) => {
    const [only, ...others] = roundsOf(event, adjacency);
    if (only === undefined || others.length > 0) {
      throw notApplicable(METHOD, "it covers repetitions of one check-in round");
    }
    const round = coveredRound(METHOD, COVERS, only.round, adjacency);
    const { users, samplingRate, report } = round;
    const { noiseMultiplier } = asReplaceOne(report, adjacency);
    const epsilon = liew22BaselineEpsilon({
      users,
      checkInRate: samplingRate,
      shuffledEpsilon: (options) => clonesGaussianEpsilon({ ...options, noiseMultiplier }).upper,
      rounds: only.times,
      delta,
    });
    if (epsilon === Infinity) throw notApplicable(METHOD, "no finite epsilon holds for a round");
    return {
      side: "upper",
      status: "proven",
      assumptions: ["honest-shuffler", ...secretParticipation(round)],
      source: "Liew, Hasegawa, Takahashi 2022, reconstructed (docs/theorems/liew22.md)",
      method: METHOD,
      adjacency,
      delta,
      epsilon: atMost(epsilon),
    };
  },
  deltaAtEpsilon: () => {
    throw notApplicable(METHOD, "it gives epsilon at delta only");
  },
};
