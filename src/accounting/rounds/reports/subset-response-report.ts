import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { SubsetResponseEvent } from "../../../privacy/index.js";
import type { LevelsRow, ResponseSets } from "./local-row.js";
import { OWN_GUARANTEE } from "./own-guarantee.js";
import { setsWithAbsence } from "./sets-with-absence.js";
import { RESPONSE } from "./work.js";

function setsOf({ mass, overlap = 0 }: SubsetResponseEvent): ResponseSets {
  return { mass, overlap };
}

/** Local randomizers of two levels. */
export const subsetResponseReport: LevelsRow<"subsetResponse"> = {
  words: { subsetResponse: "subset response" },
  coveredAs: () => "subsetResponse",
  pure: "subsetResponse",
  bearings: { epsilon: "more", mass: "same", overlap: "same" },
  work: () => RESPONSE,
  read: (event) => event,
  sources: OWN_GUARANTEE,
  epsilonIs: "exact",
  delta: () => 0,
  responses: ({ epsilon }) => [{ epsilon, times: 1 }],
  isBinary: ({ mass, overlap }) => mass === 1 / 2 && !overlap,
  setsOf,
  shapeOf(report, maxCategories) {
    const { mass, overlap } = setsOf(report);
    if (1 / mass > maxCategories) return { categories: maxCategories, ownShare: 1 };
    // Sets of more than half of the mass meet in any case; 1 / mass - 1 would lose what is left of nearly
    // all of it.
    const own = Math.min(1 - mass, mass - overlap) / mass;
    const ownShare = Math.min(1, roundedUp(own, ROUNDING.fewOperations)); // the larger, the more is spent
    return { categories: Math.max(1 / mass, 1 + ownShare), ownShare };
  },
  withAbsence: (report, joins) => setsWithAbsence(report.epsilon, setsOf(report), joins),
};
