import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { ReportRow } from "./report-kind.js";
import { NUMBER } from "./work.js";

/** Numbers with Laplace noise. */
export const laplaceScalarReport: ReportRow<"laplaceScalar"> = {
  words: { laplaceScalar: "a scalar with Laplace noise" },
  coveredAs: () => "laplaceScalar",
  bearings: { noiseToWidth: "less", epsilon: "follows" },
  work: () => NUMBER,
  read: (event) => ({ ...event, epsilon: roundedUp(1 / event.noiseToWidth, ROUNDING.operation) }),
};
