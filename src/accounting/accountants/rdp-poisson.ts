import type { Accountant } from "../accountant.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { gaussianGains } from "../rdp/_internal/gains-above-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { gaussianCurve } from "../rdp/gaussian-curve.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import { ALL_ADJACENCIES } from "../rounds/coverage.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { poissonGaussianRdpCurve } from "../theorems/poisson-gaussian.js";

/**
 * RDP of the Poisson-subsampled Gaussian, the accountant of central DP-SGD.
 *
 * Under add-or-remove and zero-out: the divergence of (1 - q) N(0, s^2) + q N(1, s^2) from N(0, s^2), the
 * larger direction. Under replace-one, where both neighbours may be sampled:
 * docs/theorems/hidden-sampling.md.
 *
 * @see Mironov, Talwar, Zhang, "Renyi Differential Privacy of the Sampled Gaussian Mechanism", 2019,
 *   arXiv:1908.10530, Theorem 4
 */
export const rdpPoisson: Accountant = renyiAccountant({
  method: "rdp-poisson",
  mostCharged: 3072,
  deltaWork: 1,
  covers: [{ rounds: ["poissonSample"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES }],
  analyse: (round, adjacency) => {
    const { samplingRate, report } = round;
    const { noiseMultiplier } = report;
    const replaceOne = adjacency === "replace-one";
    return {
      curve: replaceOne
        ? atMost(secretSampling(gaussianGains(noiseMultiplier), samplingRate), gaussianCurve(noiseMultiplier))
        : poissonGaussianRdpCurve({ samplingRate, noiseMultiplier }),
      highOrdersAreCheap: true,
      status: "proven",
      assumptions: ["honest-aggregator", ...secretParticipation(round)],
      source: replaceOne
        ? "Mironov, Talwar, Zhang 2019 with advanced joint convexity (docs/theorems/hidden-sampling.md)"
        : "Mironov, Talwar, Zhang 2019, Theorem 4",
    };
  },
});

function atMost(curve: RenyiCurve, ceiling: RenyiCurve): RenyiCurve {
  return { at: (order) => Math.min(curve.at(order), ceiling.at(order)) };
}
