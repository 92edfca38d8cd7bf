import type { Bracket } from "../../../privacy/index.js";
import type { SoughtEnds } from "../../core/epsilon-bracket.js";
import type { LocalReports } from "../local-reports.js";
import { clonesDelta } from "../pair/clones-delta.js";
import { clonesEpsilon } from "../pair/clones-epsilon.js";
import { clones2023Pair } from "../pair/clones-pair.js";
import { BlanketProfile } from "./blanket-profile.js";

/** Sums count no more users than these; leaving users out is safe, as each only helps. */
const MOST_USERS = 1e12;
/** Beyond it e^localEpsilon leaves the doubles, and the clones lose nothing that a double shows. */
const LARGEST_EPSILON = 700;

/** epsilon and delta of shuffled k-ary randomized responses. */
export interface RandomizedResponseProfile {
  epsilonAt(delta: number, ends?: SoughtEnds): Bracket;
  deltaAt(epsilon: number): Bracket;
}

/** Two categories are the clones pair; of more, the whole blanket is summed. */
export function randomizedResponseProfile(
  reports: LocalReports & { readonly categories: number },
): RandomizedResponseProfile {
  const { localEpsilon, users, categories } = reports;
  if (categories === 2 || localEpsilon === 0 || localEpsilon > LARGEST_EPSILON) {
    const pair = clones2023Pair(reports);
    return {
      epsilonAt: (delta, ends) => clonesEpsilon(pair, delta, ends),
      deltaAt: (epsilon) => clonesDelta(pair, Number.MIN_VALUE)(epsilon),
    };
  }
  const tradeOff = new BlanketProfile({ localEpsilon, categories, users: Math.min(users, MOST_USERS) });
  const ofAll = (bracket: Bracket): Bracket => (users > MOST_USERS ? { ...bracket, lower: 0 } : bracket);
  const atMostOne = (delta: Bracket): Bracket => ({ ...delta, upper: Math.min(1, delta.upper) });
  return {
    epsilonAt: (delta, ends) => ofAll(tradeOff.epsilonAt(delta, ends)),
    deltaAt: (epsilon) => atMostOne(ofAll(tradeOff.deltaAt(epsilon))),
  };
}
