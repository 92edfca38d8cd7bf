import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import { checkReportSent } from "../core/check-report-sent.js";
import type { RenyiCurve } from "../core/renyi-curve.js";
import { checkInSampling } from "../rdp/_internal/check-in-sampling.js";
import {
  type GainsAboveOne,
  gaussianGains,
  randomizedResponseGains,
} from "../rdp/_internal/gains-above-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { visibleSampling } from "../rdp/_internal/visible-sampling.js";
import { gaussianCurve } from "../rdp/gaussian-curve.js";
import { randomizedResponseCurve } from "../rdp/randomized-response-curve.js";
import { renyiAccountant } from "../rdp/renyi-accountant.js";
import type { LeafAnalysis, RenyiAnalysis } from "../rdp/renyi-analysis.js";

/**
 * What holds with no credit for the shuffler's permutation: each report's own guarantee (LT22 Corollary 1: shuffling is
 * post-processing), amplified by the sampling of users where there is one. `proven` for every cohort.
 *
 * @see docs/theorems/hidden-sampling.md
 */
export const unshuffledAccountant: Accountant = renyiAccountant("unshuffled", analyse);

function analyse(event: MechanismEvent, adjacency: Adjacency): RenyiAnalysis {
  switch (event.kind) {
    case "gaussian":
      return proven(gaussianCurve(event.noiseMultiplier), "Mironov 2017, Corollary 3");
    case "randomizedResponse":
      checkReportSent("unshuffled", adjacency);
      return proven(
        randomizedResponseCurve(event.epsilon, event.categories),
        "Mironov 2017, Proposition 5 (k categories)",
      );
    case "local":
      checkReportSent("unshuffled", adjacency);
      return analyseLocal(event.epsilon, event.delta ?? 0);
    case "weightShuffle":
      return postProcessed(event.of, adjacency);
    case "shuffle":
      checkCount(adjacency);
      return postProcessed(event.of, adjacency);
    case "randomAllocation":
      return postProcessed(event.of, adjacency);
    case "subsampledShuffle":
    case "checkInShuffle":
      checkCount(adjacency);
      return analyseSampledUsers(event, adjacency);
    default:
      throw notApplicable("unshuffled", `kind ${event.kind} has no report of its own; see rdp-poisson`);
  }
}

function proven(curve: RenyiCurve, source: string): RenyiAnalysis {
  return { curve, status: "proven", assumptions: [], source };
}

function analyseLocal(epsilon: number, delta: number): RenyiAnalysis {
  if (delta > 0) {
    throw notApplicable(
      "unshuffled",
      "an (epsilon, delta)-LDP report with delta > 0 has no finite Renyi divergence",
    );
  }
  return proven(
    randomizedResponseCurve(epsilon),
    "Kairouz, Oh, Viswanath 2015 with Mironov 2017, Proposition 5",
  );
}

function postProcessed(of: MechanismEvent, adjacency: Adjacency): RenyiAnalysis {
  const report = analyseReport(of, adjacency);
  return { ...report, source: `${report.source}; post-processing` };
}

/** A report is a mechanism by itself: sampling and shuffling do not nest. */
const analyseReport: LeafAnalysis = (event, adjacency) => {
  if (event.kind === "gaussian" || event.kind === "randomizedResponse" || event.kind === "local") {
    return analyse(event, adjacency);
  }
  throw notApplicable("unshuffled", `reports of kind ${event.kind} are not covered`);
};

function checkCount(adjacency: Adjacency): void {
  if (adjacency === "add-or-remove") {
    throw notApplicable(
      "unshuffled",
      "the number of reports is public; use replace-one or zero-out adjacency",
    );
  }
}

/** The pair of a report whose record is exchanged with another user's. */
function exchangeGains(report: MechanismEvent, adjacency: Adjacency): GainsAboveOne {
  if (report.kind === "gaussian") {
    return gaussianGains(report.noiseMultiplier / (adjacency === "zero-out" ? 2 : 1));
  }
  if (report.kind === "local" || report.kind === "randomizedResponse") {
    return randomizedResponseGains(report.epsilon);
  }
  throw notApplicable("unshuffled", `reports of kind ${report.kind} are not covered`);
}

/**
 * The better of two readings: the sample is seen, or it is unseen and the changed record hides among the other users.
 * Unseen, the changed record is compared with any other user's, at the distance of replace-one: under zero-out, whose
 * sensitivity is half of that, the noise multiplier counts half.
 */
function analyseSampledUsers(
  event: MechanismEvent & { kind: "subsampledShuffle" | "checkInShuffle" },
  adjacency: Adjacency,
): RenyiAnalysis {
  const report = analyseReport(event.of, adjacency);
  const rate = event.kind === "subsampledShuffle" ? event.sampled / event.users : event.checkInRate;
  const seen = visibleSampling(report.curve, rate);
  const gains = exchangeGains(event.of, adjacency);
  const unseen =
    event.kind === "subsampledShuffle"
      ? secretSampling(gains, rate)
      : checkInSampling(gains, event.users, event.checkInRate);
  return {
    curve: { at: (order) => Math.min(seen.at(order), unseen.at(order)) },
    status: "proven",
    assumptions: ["honest-shuffler"],
    source: `${report.source}; sampling by advanced joint convexity (docs/theorems/hidden-sampling.md)`,
  };
}
