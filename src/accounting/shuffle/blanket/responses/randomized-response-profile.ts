import type { Bracket } from "../../../../privacy/index.js";
import { DOMAIN } from "../../../../validate.js";
import type { BracketAccuracy } from "../../../claims/epsilon-bracket.js";
import type { LocalReports } from "../../clones/local-reports.js";
import { clonesDelta } from "../../clones/pair/clones-delta.js";
import { clonesEpsilon } from "../../clones/pair/clones-epsilon.js";
import { clones2023Pair } from "../../clones/pair/clones-pair.js";
import { BlanketProfile } from "./blanket-profile.js";

/** The privacy profile of shuffled randomized responses, both ways. */
export interface RandomizedResponseProfile {
  epsilonAt(delta: number, ends?: BracketAccuracy): Bracket;
  deltaAt(epsilon: number): Bracket;
}

/**
 * The privacy profile of shuffled k-ary randomized response: two categories are the clones pair, more the
 * blanket pair.
 */
export function randomizedResponseProfile(
  reports: LocalReports & { readonly categories: number },
): RandomizedResponseProfile {
  const { localEpsilon, categories } = reports;
  if (categories === 2 || localEpsilon === 0) {
    const pair = clones2023Pair(reports);
    return {
      epsilonAt: (delta, ends) => clonesEpsilon(pair, delta, ends),
      deltaAt: (epsilon) => clonesDelta(pair, DOMAIN.delta.min)(epsilon),
    };
  }
  const profile = new BlanketProfile(reports);
  return {
    epsilonAt: (delta, ends) => profile.epsilonAt(delta, ends),
    deltaAt: (epsilon) => {
      const delta = profile.deltaAt(epsilon);
      return { ...delta, upper: Math.min(1, delta.upper) };
    },
  };
}
