import type { Accountant } from "../accountant.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { PRESENT_OR_NOT } from "../rounds/coverage.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import {
  deltaByFirstConversion,
  epsilonByFirstConversion,
} from "../theorems/_internal/moments-conversion.js";
import { poissonGaussianRdpCurve } from "../theorems/poisson-gaussian.js";

/**
 * The moments accountant as tensorflow-privacy's tutorials ran it, the central line of LT23: Renyi DP of the
 * Poisson-sampled Gaussian at 151 fixed orders to 63, and the first conversion. `proven`; the best order and
 * the current conversion (`rdp-poisson`) give less.
 *
 * @see docs/theorems/moments-accountant.md
 */
export const momentsAccountant: Accountant = renyiAccountant({
  method: "moments-accountant",
  slow: true,
  mostDifferent: 32, // each takes some 0.02 s, at 151 orders
  conversion: { epsilon: epsilonByFirstConversion, delta: deltaByFirstConversion },
  covers: [{ rounds: ["poissonSample"], reports: ["gaussian"], adjacencies: PRESENT_OR_NOT }],
  analyse: (round) => ({
    curve: poissonGaussianRdpCurve({
      samplingRate: round.samplingRate,
      noiseMultiplier: round.report.noiseMultiplier,
    }),
    status: "proven",
    assumptions: ["honest-aggregator", ...secretParticipation(round)],
    source:
      "Abadi et al. 2016; Mironov, Talwar, Zhang 2019, Theorem 4; conversion of Mironov 2017, Proposition 3",
  }),
});
