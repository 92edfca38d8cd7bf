import { DpError } from "../../../errors.js";
import type { ReportRow } from "./report-kind.js";
import { OUTCOMES } from "./work.js";

/** Counts with random numbers of dummies. */
export const dummyCountsReport: ReportRow<"dummyCounts"> = {
  words: { dummyCounts: "counts with random numbers of dummies" },
  coveredAs: () => "dummyCounts",
  standsAlone: true,
  // A larger scale hides a count better, and leaves none to hide it more often.
  bearings: { categories: "same", laplaceScale: "same", centre: "same", total: "same", epsilon: "same" },
  work: () => OUTCOMES,
  read: (event) => {
    const { total, categories } = event;
    if (total !== "constant" || categories === 2) return event;
    const allowed = "random for more than two categories";
    const message = `event: total must be ${allowed}, got constant for ${categories}; one number tells another only of two`;
    throw new DpError("NOT_APPLICABLE", message, { parameter: "event.total", value: total, allowed });
  },
};
