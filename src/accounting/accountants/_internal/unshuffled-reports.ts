import type { BoundReports } from "../../composition/report-bound.js";
import {
  ALL_ADJACENCIES,
  ALL_REPORTS,
  type Coverage,
  PRESENT_OR_NOT,
  SAME_SIZE,
  SHUFFLES,
} from "../../core/coverage.js";
import { gaussianDelta, gaussianEpsilon } from "../../theorems/gaussian.js";

const LOCAL_REPORTS = ["pureLocal", "approximateLocal", "randomizedResponse"] as const;

/** Every kind of report, alone and sampled. */
export const UNSHUFFLED_COVERAGE: readonly Coverage[] = [
  { rounds: ["report", "randomAllocation"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES },
  { rounds: ["report", "randomAllocation"], reports: LOCAL_REPORTS, adjacencies: SAME_SIZE },
  { rounds: SHUFFLES, reports: ALL_REPORTS, adjacencies: SAME_SIZE },
  { rounds: ["poissonSample"], reports: ["gaussian"], adjacencies: PRESENT_OR_NOT },
];

/** A report's own guarantee: what holds with no credit for the shuffler. */
export const unshuffledReports: BoundReports = (report) => {
  switch (report.kind) {
    case "gaussian":
      return {
        epsilonAtDelta: (delta) =>
          delta > 0 ? gaussianEpsilon({ delta, noiseMultiplier: report.noiseMultiplier }) : Infinity,
        deltaAtEpsilon: (epsilon) => gaussianDelta({ epsilon, noiseMultiplier: report.noiseMultiplier }),
        assumptions: [],
        source: "Balle and Wang 2018, Theorem 8",
      };
    case "local":
      return {
        epsilonAtDelta: (delta) => (delta >= (report.delta ?? 0) ? report.epsilon : Infinity),
        assumptions: [],
        source: "the report's own guarantee",
      };
    case "randomizedResponse":
      return { epsilonAtDelta: () => report.epsilon, assumptions: [], source: "Warner 1965" };
  }
};
