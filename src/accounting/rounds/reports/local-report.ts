import type { LevelsRow, ResponseSets } from "./local-row.js";
import { OWN_GUARANTEE } from "./own-guarantee.js";
import { setsWithAbsence } from "./sets-with-absence.js";
import { SHORT } from "./work.js";

/** Of the worst, which is binary randomized response. */
const SETS: ResponseSets = { mass: 1 / 2, overlap: 0 };

/** Any local randomizer of an epsilon and a delta. */
export const localReport: LevelsRow<"local"> = {
  words: { pureLocal: "pure local (delta = 0)", approximateLocal: "(epsilon, delta)-local" },
  coveredAs: ({ delta }) => (delta ? "approximateLocal" : "pureLocal"),
  pure: "pureLocal",
  bearings: { epsilon: "more", delta: "more" },
  work: () => SHORT,
  read: (event) => event,
  sources: OWN_GUARANTEE,
  epsilonIs: "exact",
  delta: ({ delta = 0 }) => delta,
  responses: ({ epsilon }) => [{ epsilon, times: 1 }],
  isBinary: () => true,
  setsOf: () => SETS,
  shapeOf: () => ({ categories: 2, ownShare: 1 }),
  withAbsence: ({ epsilon }, joins) => setsWithAbsence(epsilon, SETS, joins),
};
