import type { ReportRow } from "./report-kind.js";
import { NUMBER } from "./work.js";

/** Numbers with Gaussian noise. */
export const gaussianScalarReport: ReportRow<"gaussianScalar"> = {
  words: { gaussianScalar: "a scalar with Gaussian noise" },
  coveredAs: () => "gaussianScalar",
  bearings: { noiseToWidth: "less" },
  work: () => NUMBER,
  read: (event) => event,
};
