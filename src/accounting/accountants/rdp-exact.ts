import type { Adjacency, GaussianBySensitivity } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { checkInSampling } from "../rdp/_internal/check-in-sampling.js";
import { gaussianGains } from "../rdp/_internal/gains-above-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { visibleSampling } from "../rdp/_internal/visible-sampling.js";
import { diluted } from "../rdp/diluted-ratio.js";
import { gaussianCurve } from "../rdp/gaussian-curve.js";
import { gaussianRatio } from "../rdp/gaussian-ratio.js";
import { meanOf } from "../rdp/mean-ratio.js";
import type { Ratio } from "../rdp/ratio.js";
import { ratioCurve } from "../rdp/ratio-curve.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import type { RenyiAnalysis } from "../rdp/renyi-analysis.js";
import { thinned } from "../rdp/thinned-ratio.js";
import { type Coverage, type CoveredRound, PRESENT_OR_NOT, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import type { Round } from "../rounds/round.js";
import type { RoundLimit } from "../rounds/round-limit.js";
import { secretParticipation } from "../rounds/secret-participation.js";

/**
 * Of a sequence; each takes some 0.01 s, 0.1 s at a small delta, and half a second where the sample is of few
 * reports. Valid at any number, as those that are alike are charged as one: half as many raise an epsilon by
 * up to 1.7 % in half the time, twice as many lower one by up to 0.8 %.
 */
const MAX_ROUNDS: RoundLimit = (round) =>
  // Few reports of a sample are combined order by order.
  round.kind === "subsampledShuffle" && round.reports < 30 ? 12 : 48;

const ALLOCATION = {
  rounds: ["randomAllocation"],
  reports: ["gaussian"],
  adjacencies: PRESENT_OR_NOT,
} as const satisfies Coverage;

/**
 * The exact Renyi divergence, both directions, of the shuffle Gaussian pair and its sampled forms.
 *
 * - shuffle: LT22 Theorem 1; subsampled and check-in: the exact law of the same pair, where Theorems 2 and 3
 *   bound it; all `conditional`: the pair is the worst case only if every other user holds the record that
 *   the changed user leaves;
 * - random allocation: the same ratio with users = steps, where the pair is dominating, hence `proven`.
 *
 * @see docs/theorems/shuffle-gaussian.md, docs/theorems/ratio-calculus.md
 */
export const rdpExact: Accountant = renyiAccountant({
  method: "rdp-exact",
  covers: [{ rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE }, ALLOCATION],
  proves: [ALLOCATION],
  analyse,
  mostCharged: MAX_ROUNDS,
});

function analyse(
  round: CoveredRound<(typeof SHUFFLES)[number] | "randomAllocation", "gaussian">,
  _adjacency: Adjacency,
): RenyiAnalysis {
  const { report } = round;
  const alone = gaussianCurve(report.noiseMultiplier);
  switch (round.kind) {
    case "shuffle":
      return conditional(
        round,
        amplified(report, (one) => meanOf(one, round.users)),
        "LT22 Theorem 1",
      );
    case "subsampledShuffle": {
      const { reports, samplingRate } = round;
      const pair = amplified(report, (one) => diluted(meanOf(one, reports), samplingRate));
      const sampling = secretSampling(gaussianGains(report.noiseMultiplier), samplingRate);
      return conditional(round, cutAt(pair, alone, sampling), "exact law of LT22 Theorem 2's pair");
    }
    case "checkInShuffle": {
      const { users, samplingRate } = round;
      const pair = amplified(report, (one) => meanOf(thinned(one, samplingRate), users));
      const secret = checkInSampling(gaussianGains(report.noiseMultiplier), users, samplingRate);
      const visible = visibleSampling(alone, samplingRate);
      return conditional(round, cutAt(pair, alone, visible, secret), "exact law of LT22 Theorem 3's pair");
    }
    case "randomAllocation":
      return {
        curve: amplified(report, (one) => meanOf(one, round.steps)),
        status: "proven",
        assumptions: ["honest-aggregator", ...secretParticipation(round)],
        source: `Feldman and Shenfeld 2025 (random allocation${round.joined === 1 ? "" : ", of k of t batches by k to t / k"}), moments by LT22 Theorem 1`,
      };
  }
}

function conditional(round: Round, curve: RenyiCurve, source: string): RenyiAnalysis {
  return {
    curve,
    status: "conditional",
    assumptions: ["homogeneous-cohort", "honest-shuffler", ...secretParticipation(round)],
    source,
  };
}

function amplified({ noiseMultiplier }: GaussianBySensitivity, amplify: (one: Ratio) => Ratio): RenyiCurve {
  return ratioCurve(amplify(gaussianRatio(noiseMultiplier)), gaussianCurve(noiseMultiplier));
}

/**
 * The pair's divergence is exact at integer orders where both directions are known; elsewhere what sampling
 * alone proves may be less.
 *
 * @param ceiling the report's own divergence, which stands in where a direction is not known
 */
function cutAt(pair: RenyiCurve, ceiling: RenyiCurve, ...sampled: readonly RenyiCurve[]): RenyiCurve {
  return {
    at: (order) => {
      const own = pair.at(order);
      const isExact = Number.isInteger(order) && own < ceiling.at(order);
      return isExact ? own : Math.min(own, ...sampled.map((each) => each.at(order)));
    },
  };
}
