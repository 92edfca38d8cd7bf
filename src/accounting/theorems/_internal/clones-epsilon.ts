import type { Bracket } from "../../../privacy/index.js";
import { clonesDelta } from "./clones-delta.js";
import type { ClonesPair } from "./clones-pair.js";
import { epsilonBracket } from "./epsilon-bracket.js";
import { guessedEpsilon } from "./guessed-epsilon.js";

/** The epsilon of a clones pair at delta, at most its localEpsilon. */
export function clonesEpsilon(pair: ClonesPair, delta: number): Bracket {
  const { localEpsilon, users, cloneProbability } = pair;
  const shift = (2 * Math.tanh(localEpsilon / 2)) / Math.sqrt(1 + (users - 1) * cloneProbability);
  const search = { delta, guess: guessedEpsilon(shift, delta), highest: localEpsilon };
  return epsilonBracket(clonesDelta(pair, delta), search);
}
