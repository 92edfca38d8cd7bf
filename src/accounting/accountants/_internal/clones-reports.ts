import type { Bracket, MechanismEvent } from "../../../privacy/index.js";
import type { BoundReports, ReportBound } from "../../composition/report-bound.js";
import { notApplicable } from "../../core/accountant.js";
import { asReplaceOne } from "../../core/as-replace-one.js";
import { clonesApproximateEpsilon } from "../../theorems/clones-approximate.js";
import { clonesGaussianEpsilon } from "../../theorems/clones-gaussian.js";

/** A clones theorem for pure local randomizers. */
export interface ClonesTheorem {
  readonly method: string;
  readonly source: string;
  epsilon(options: {
    readonly localEpsilon: number;
    readonly users: number;
    readonly delta: number;
  }): Bracket;
  /** delta at epsilon, where it is known without a search. */
  delta?(options: {
    readonly localEpsilon: number;
    readonly users: number;
    readonly epsilon: number;
  }): Bracket;
  /** Whether reports with a delta of their own are covered, by way of the 2023 theorem. */
  readonly approximate?: boolean;
}

/** What shuffling does to reports that hide among clones of each other. */
export function clonesReports({
  method,
  source,
  epsilon,
  delta: deltaOf,
  approximate,
}: ClonesTheorem): BoundReports {
  return (report, users, adjacency) => {
    if (users === undefined) throw notApplicable(method, "nothing is shuffled");
    const localEpsilon = pureEpsilonOf(report);
    if (localEpsilon !== undefined) {
      const reports = { localEpsilon, users };
      const pure = bound(source, (delta) =>
        delta > 0 ? epsilon({ ...reports, delta }).upper : localEpsilon,
      );
      return deltaOf === undefined
        ? pure
        : { ...pure, deltaAtEpsilon: (at) => deltaOf({ ...reports, epsilon: at }).upper };
    }
    if (!approximate) throw notApplicable(method, "it covers pure local randomizers; see clones-2023");
    const within = asReplaceOne(report, adjacency);
    if (within.kind === "gaussian") {
      const { noiseMultiplier } = within;
      return bound(`${source}, at the best (epsilon, delta) of the Gaussian report`, (delta) =>
        delta > 0 ? clonesGaussianEpsilon({ noiseMultiplier, users, delta }).upper : Infinity,
      );
    }
    if (within.kind === "local") {
      const { epsilon: approximateEpsilon, delta: localDelta = 0 } = within;
      return bound(source, (delta) =>
        delta > 0
          ? clonesApproximateEpsilon({ localEpsilon: approximateEpsilon, localDelta, users, delta }).upper
          : Infinity,
      );
    }
    throw notApplicable(method, `reports of kind ${report.kind} are not covered`);
  };
}

function pureEpsilonOf(report: MechanismEvent): number | undefined {
  if (report.kind === "randomizedResponse") return report.epsilon;
  return report.kind === "local" && (report.delta ?? 0) === 0 ? report.epsilon : undefined;
}

function bound(source: string, epsilonAtDelta: (delta: number) => number): ReportBound {
  return { epsilonAtDelta, assumptions: ["honest-shuffler"], source };
}
