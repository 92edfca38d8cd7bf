import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import type { RenyiCurve } from "../core/renyi-curve.js";
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

/**
 * The exact Renyi divergence, both directions, of the shuffle Gaussian pair and its sampled forms.
 *
 * - shuffle: LT22 Theorem 1; subsampled and check-in: the exact law of the same pair, where Theorems 2 and 3 bound it;
 *   all `conditional`: the pair is the worst case only if every other user holds the record that the changed user leaves;
 * - random allocation: the same ratio with users = steps, where the pair is dominating, hence `proven`.
 *
 * @see docs/theorems/shuffle-gaussian.md, docs/theorems/ratio-calculus.md
 */
export const exactPairAccountant: Accountant = renyiAccountant("rdp-exact", analyse);

function analyse(event: MechanismEvent, adjacency: Adjacency): RenyiAnalysis {
  if (event.kind === "randomAllocation") return analyseAllocation(event.steps, event.of, adjacency);
  if (adjacency === "add-or-remove") {
    throw notApplicable(
      "rdp-exact",
      "the number of reports is public; use replace-one or zero-out adjacency",
    );
  }
  switch (event.kind) {
    case "shuffle":
      return conditional(event.of, "LT22 Theorem 1", (one) => meanOf(one, event.users));
    case "subsampledShuffle": {
      const rate = event.sampled / event.users;
      return conditional(
        event.of,
        "exact law of LT22 Theorem 2's pair",
        (one) => diluted(meanOf(one, event.sampled), rate),
        (noiseMultiplier) => secretSampling(gaussianGains(noiseMultiplier), rate),
      );
    }
    case "checkInShuffle": {
      const { users, checkInRate } = event;
      return conditional(
        event.of,
        "exact law of LT22 Theorem 3's pair",
        (one) => meanOf(thinned(one, checkInRate), users),
        (noiseMultiplier) =>
          lesser(
            checkInSampling(gaussianGains(noiseMultiplier), users, checkInRate),
            visibleSampling(gaussianCurve(noiseMultiplier), checkInRate),
          ),
      );
    }
    default:
      throw notApplicable("rdp-exact", `it covers shuffled Gaussian reports, not kind ${event.kind}`);
  }
}

/** @param sampling what sampling alone gives: better than interpolation at orders below 2 */
function conditional(
  report: MechanismEvent,
  source: string,
  amplify: (one: Ratio) => Ratio,
  sampling?: (noiseMultiplier: number) => RenyiCurve,
): RenyiAnalysis {
  return {
    curve: amplifiedGaussian(report, amplify, sampling),
    status: "conditional",
    assumptions: ["homogeneous-cohort", "honest-shuffler"],
    source,
  };
}

function analyseAllocation(steps: number, of: MechanismEvent, adjacency: Adjacency): RenyiAnalysis {
  if (adjacency === "replace-one") {
    throw notApplicable(
      "rdp-exact",
      "random allocation is covered under add-or-remove and zero-out adjacency",
    );
  }
  return {
    curve: amplifiedGaussian(of, (one) => meanOf(one, steps)),
    status: "proven",
    assumptions: ["honest-aggregator"],
    source: "Feldman and Shenfeld 2025 (random allocation), moments by LT22 Theorem 1",
  };
}

function amplifiedGaussian(
  report: MechanismEvent,
  amplify: (one: Ratio) => Ratio,
  sampling?: (noiseMultiplier: number) => RenyiCurve,
): RenyiCurve {
  if (report.kind !== "gaussian") {
    throw notApplicable("rdp-exact", `the reports must be gaussian, not ${report.kind}`);
  }
  const { noiseMultiplier } = report;
  const pair = ratioCurve(amplify(gaussianRatio(noiseMultiplier)), gaussianCurve(noiseMultiplier));
  const sampled = sampling?.(noiseMultiplier);
  return sampled === undefined
    ? pair
    : { at: (order) => (order < 2 ? Math.min(pair.at(order), sampled.at(order)) : pair.at(order)) };
}

function lesser(a: RenyiCurve, b: RenyiCurve): RenyiCurve {
  return { at: (order) => Math.min(a.at(order), b.at(order)) };
}
