import type { ReportRow } from "./report-kind.js";
import { RESPONSE } from "./work.js";

/** Local randomizers of two levels. */
export const subsetResponseReport: ReportRow<"subsetResponse"> = {
  words: { subsetResponse: "subset response" },
  coveredAs: () => "subsetResponse",
  bearings: { epsilon: "more", mass: "same", overlap: "same" },
  work: () => RESPONSE,
  read: (event) => event,
};
