import type { Bracket } from "../../../privacy/index.js";
import { clonesDelta } from "./clones-delta.js";
import { type ClonesPair, clonesShift } from "./clones-pair.js";
import { epsilonBracket, type SoughtEnds } from "./epsilon-bracket.js";
import { guessedEpsilon } from "./guessed-epsilon.js";

/** The epsilon of a clones pair at delta, at most its localEpsilon. */
export function clonesEpsilon(pair: ClonesPair, delta: number, ends: SoughtEnds = {}): Bracket {
  const guess = guessedEpsilon(clonesShift(pair), delta);
  return epsilonBracket(clonesDelta(pair, delta, ends.precision), {
    delta,
    guess,
    highest: pair.localEpsilon,
    ...ends,
  });
}
