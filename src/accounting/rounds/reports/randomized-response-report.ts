import type { RandomizedResponseEvent } from "../../../privacy/index.js";
import type { LevelsRow, ResponseSets } from "./local-row.js";
import { OWN_GUARANTEE } from "./own-guarantee.js";
import { setsWithAbsence } from "./sets-with-absence.js";
import { RESPONSE, SHORT } from "./work.js";

function setsOf({ categories }: RandomizedResponseEvent): ResponseSets {
  return { mass: 1 / categories, overlap: 0 };
}

/** k-ary randomized response. */
export const randomizedResponseReport: LevelsRow<"randomizedResponse"> = {
  words: { randomizedResponse: "randomized response" },
  coveredAs: () => "randomizedResponse",
  pure: "randomizedResponse",
  bearings: { epsilon: "more", categories: "same" },
  work: ({ categories }) => (categories > 2 ? RESPONSE : SHORT),
  read: (event) => event,
  sources: { ...OWN_GUARANTEE, epsilon: "Warner 1965", curve: "Mironov 2017, Proposition 5 (k categories)" },
  epsilonIs: "exact",
  delta: () => 0,
  responses: ({ epsilon, categories }) => [{ epsilon, categories, times: 1 }],
  isBinary: ({ categories }) => categories === 2,
  setsOf,
  shapeOf: ({ categories }, maxCategories) => ({
    categories: Math.min(categories, maxCategories),
    ownShare: 1,
  }),
  withAbsence: (report, joins) => setsWithAbsence(report.epsilon, setsOf(report), joins),
};
