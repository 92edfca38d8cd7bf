import type { Bracket } from "../../../../privacy/index.js";
import type { BracketAccuracy } from "../../../claims/epsilon-bracket.js";
import { MAX_LOCAL_EPSILON, MAX_USERS } from "../../clones/limits.js";
import type { LocalReports } from "../../clones/local-reports.js";
import { clonesDelta } from "../../clones/pair/clones-delta.js";
import { clonesEpsilon } from "../../clones/pair/clones-epsilon.js";
import { clones2023Pair } from "../../clones/pair/clones-pair.js";
import { BlanketProfile } from "./blanket-profile.js";

/** Reports of a smaller epsilon count as of this one, which dominates theirs: 1 / (e^epsilon - 1), times the users, stays a double. */
const LEAST_EPSILON = 2 ** -900;

/** The privacy profile of shuffled randomized responses, both ways. */
export interface RandomizedResponseProfile {
  epsilonAt(delta: number, ends?: BracketAccuracy): Bracket;
  deltaAt(epsilon: number): Bracket;
}

/** The privacy profile of shuffled k-ary randomized response: two categories are the clones pair, more the blanket pair. */
export function randomizedResponseProfile(
  reports: LocalReports & { readonly categories: number },
): RandomizedResponseProfile {
  const { localEpsilon, users, categories } = reports;
  if (categories === 2 || localEpsilon === 0 || localEpsilon > MAX_LOCAL_EPSILON) {
    const pair = clones2023Pair(reports);
    return {
      epsilonAt: (delta, ends) => clonesEpsilon(pair, delta, ends),
      deltaAt: (epsilon) => clonesDelta(pair, Number.MIN_VALUE)(epsilon),
    };
  }
  const counted = {
    localEpsilon: Math.max(localEpsilon, LEAST_EPSILON),
    categories,
    users: Math.min(users, MAX_USERS),
  };
  const profile = new BlanketProfile(counted);
  const isExact = counted.localEpsilon === localEpsilon && counted.users === users;
  const ofAll = (bracket: Bracket): Bracket => (isExact ? bracket : { ...bracket, lower: 0 });
  const atMostOne = (delta: Bracket): Bracket => ({ ...delta, upper: Math.min(1, delta.upper) });
  return {
    epsilonAt: (delta, ends) => ofAll(profile.epsilonAt(delta, ends)),
    deltaAt: (epsilon) => atMostOne(ofAll(profile.deltaAt(epsilon))),
  };
}
