import type { ReportRow } from "./report-kind.js";
import { SHORT } from "./work.js";

/** Any local randomizer of an epsilon and a delta. */
export const localReport: ReportRow<"local"> = {
  words: { pureLocal: "pure local (delta = 0)", approximateLocal: "(epsilon, delta)-local" },
  coveredAs: ({ delta }) => (delta ? "approximateLocal" : "pureLocal"),
  bearings: { epsilon: "more", delta: "more" },
  work: () => SHORT,
  read: (event) => event,
};
