import type { Bracket } from "../../../../privacy/index.js";
import { type BracketAccuracy, epsilonBracket } from "../../../claims/epsilon-bracket.js";
import { guessedEpsilon } from "../../../claims/guessed-epsilon.js";
import { clonesDelta } from "./clones-delta.js";
import { type ClonesPair, gaussianShift } from "./clones-pair.js";

/** The epsilon of a clones pair at delta, at most its localEpsilon. */
export function clonesEpsilon(pair: ClonesPair, delta: number, ends: BracketAccuracy = {}): Bracket {
  const guess = guessedEpsilon(gaussianShift(pair), delta);
  return epsilonBracket(clonesDelta(pair, delta, ends.precision), {
    delta,
    guess,
    highest: pair.localEpsilon,
    ...ends,
  });
}
