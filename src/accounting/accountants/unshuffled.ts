import type { Adjacency } from "../../privacy/index.js";
import type { Accountant } from "../accountant.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
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
import type { RenyiAnalysis } from "../rdp/renyi-analysis.js";
import { asGaussian, isGaussian } from "../rounds/as-gaussian.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import {
  ALL_ADJACENCIES,
  type CoveredRound,
  GAUSSIAN_REPORTS,
  PURE_REPORTS,
  SAME_SIZE,
  SHUFFLES,
} from "../rounds/coverage.js";
import type { Responses } from "../rounds/reports/local-row.js";
import { localRowOf } from "../rounds/reports/registry.js";
import { secretParticipation } from "../rounds/secret-participation.js";

const UNSAMPLED = ["report", "shuffle", "randomAllocation"] as const;
const SAMPLED = ["subsampledShuffle", "checkInShuffle"] as const;

type Kinds = (typeof UNSAMPLED | typeof SAMPLED)[number];
type Reports = (typeof GAUSSIAN_REPORTS)[number] | (typeof PURE_REPORTS)[number];

/**
 * What holds with no credit for the shuffler's permutation: each report's own guarantee (LT22 Corollary 1:
 * shuffling is post-processing), amplified by the sampling of users where there is one. `proven` for every
 * cohort.
 *
 * @see docs/theorems/hidden-sampling.md
 */
export const unshuffled: Accountant = renyiAccountant({
  method: "unshuffled",
  covers: [
    { rounds: ["report", "randomAllocation"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES },
    { rounds: ["report", "randomAllocation"], reports: PURE_REPORTS, adjacencies: SAME_SIZE },
    { rounds: ["report"], reports: ["gaussianScalar"], adjacencies: SAME_SIZE },
    {
      rounds: SHUFFLES,
      reports: [...GAUSSIAN_REPORTS, ...PURE_REPORTS],
      adjacencies: SAME_SIZE,
      blocksAndDummies: "also",
    },
  ],
  analyse,
  mostCharged: 384,
});

function analyse(round: CoveredRound<Kinds, Reports>, adjacency: Adjacency): RenyiAnalysis {
  const report = analyseReport(round.report);
  switch (round.kind) {
    case "report":
      return round.weightShuffle ? postProcessed(report) : report;
    case "shuffle":
    case "randomAllocation":
      return postProcessed(report);
    case "subsampledShuffle":
    case "checkInShuffle":
      return analyseSampledUsers(round, report, adjacency);
  }
}

function analyseReport(report: CoveredRound<Kinds, Reports>["report"]): RenyiAnalysis {
  if (isGaussian(report))
    return proven(gaussianCurve(asGaussian(report).noiseMultiplier), "Mironov 2017, Corollary 3");
  const row = localRowOf(report);
  return proven(sumOfCurves(row.responses(report)), row.sources.curve);
}

/** Of several responses the curves add up. */
function sumOfCurves(responses: readonly Responses[]): RenyiCurve {
  const curves = responses.map(({ epsilon, categories, times }) => {
    return { times, curve: randomizedResponseCurve(epsilon, categories) };
  });
  return { at: (order) => curves.reduce((sum, { curve, times }) => sum + times * curve.at(order), 0) };
}

function postProcessed(report: RenyiAnalysis): RenyiAnalysis {
  return { ...report, source: `${report.source}; post-processing` };
}

function proven(curve: RenyiCurve, source: string): RenyiAnalysis {
  return { curve, highOrdersAreCheap: true, status: "proven", assumptions: [], source };
}

/**
 * The better of two readings: the sample is seen, or it is secret and the changed record hides among the
 * other users'. A secret sample compares the changed record with any other user's, at the distance of
 * replace-one.
 */
function analyseSampledUsers(
  round: CoveredRound<(typeof SAMPLED)[number], Reports>,
  report: RenyiAnalysis,
  adjacency: Adjacency,
): RenyiAnalysis {
  const { samplingRate } = round;
  const seen = visibleSampling(report.curve, samplingRate);
  const gains = exchangeGains(asReplaceOne(round.report, adjacency));
  const secret =
    round.kind === "subsampledShuffle"
      ? secretSampling(gains, samplingRate)
      : checkInSampling(gains, round.users, samplingRate);
  return {
    curve: { at: (order) => Math.min(seen.at(order), secret.at(order)) },
    highOrdersAreCheap: true,
    status: "proven",
    assumptions: ["honest-shuffler", ...secretParticipation(round)],
    source: `${report.source}; sampling by advanced joint convexity (docs/theorems/hidden-sampling.md)`,
  };
}

/** The pair of a report whose record is exchanged with another user's. */
function exchangeGains(report: CoveredRound<Kinds, Reports>["report"]): GainsAboveOne {
  return isGaussian(report)
    ? gaussianGains(asGaussian(report).noiseMultiplier)
    : randomizedResponseGains(report.epsilon);
}
