import { DpError } from "../../../errors.js";
import type { ReportRow } from "./report-kind.js";
import { SHORT } from "./work.js";

/** Counts with random numbers of dummies. */
export const dummyCountsReport: ReportRow<"dummyCounts"> = {
  words: { dummyCounts: "counts with random numbers of dummies" },
  coveredAs: () => "dummyCounts",
  bearings: { categories: "same", laplaceScale: "less", centre: "same", total: "same", epsilon: "same" },
  work: () => SHORT,
  read: (event) => {
    const { total, categories } = event;
    if (total !== "constant" || categories === 2) return event;
    const allowed = "random for more than two categories";
    const message = `event: total must be ${allowed}, got constant for ${categories}; one number tells another only of two`;
    throw new DpError("NOT_APPLICABLE", message, { parameter: "event.total", value: total, allowed });
  },
};
