import type { ReportRow } from "./report-kind.js";
import { RESPONSE, SHORT } from "./work.js";

/** k-ary randomized response. */
export const randomizedResponseReport: ReportRow<"randomizedResponse"> = {
  words: { randomizedResponse: "randomized response" },
  coveredAs: () => "randomizedResponse",
  bearings: { epsilon: "more", categories: "same" },
  work: ({ categories }) => (categories > 2 ? RESPONSE : SHORT),
  read: (event) => event,
};
