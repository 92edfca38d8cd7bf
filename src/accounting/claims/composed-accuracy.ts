import type { BracketAccuracy } from "./epsilon-bracket.js";

/** How well the epsilon of a round need be known: as well as it can be, unless it is composed. */
export function composedAccuracy(upperOnly: boolean): BracketAccuracy {
  // Composing takes several epsilons, of which a search takes many.
  return upperOnly ? { upperOnly, precision: 2 ** -16 } : {};
}
