import type { Adjacency, MechanismEvent } from "../../../privacy/index.js";
import type { ReportBound } from "../../composition/report-bound.js";
import { notApplicable } from "../../core/accountant.js";
import { checkReportSent } from "../../core/check-report-sent.js";
import { gaussianDelta, gaussianEpsilon } from "../../theorems/gaussian.js";

/** A report's own guarantee: what holds with no credit for the shuffler. */
export function unshuffledReports(
  report: MechanismEvent,
  _users: number | undefined,
  adjacency: Adjacency,
): ReportBound {
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
      checkReportSent("unshuffled", adjacency);
      return {
        epsilonAtDelta: (delta) => (delta >= (report.delta ?? 0) ? report.epsilon : Infinity),
        assumptions: [],
        source: "the report's own guarantee",
      };
    case "randomizedResponse":
      checkReportSent("unshuffled", adjacency);
      return {
        epsilonAtDelta: () => report.epsilon,
        assumptions: [],
        source: "Warner 1965",
      };
    default:
      throw notApplicable("unshuffled", `reports of kind ${report.kind} are not covered`);
  }
}
