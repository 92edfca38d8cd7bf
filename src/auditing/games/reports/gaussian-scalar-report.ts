import { normalLaws } from "./normal-laws.js";
import { IN_INTERVAL } from "./records.js";
import type { ReportRow } from "./report-row.js";

/** Numbers with Gaussian noise. */
export const gaussianScalarReport: ReportRow<"gaussianScalar"> = {
  records: () => IN_INTERVAL,
  lawsOf: ({ noiseToWidth }, { records = [0] }) => ({
    laws: normalLaws(noiseToWidth, [1, 0, ...records]),
    records,
  }),
};
