import type { BracketAccuracy } from "./epsilon-bracket.js";

/** Rounds that are composed are asked for several epsilons, of which a search asks for many. */
const PRECISION = 2 ** -16;

/** How well the epsilon of a round need be known: as well as it can be, unless it is composed. */
export function composedAccuracy(upperOnly: boolean): BracketAccuracy {
  return upperOnly ? { upperOnly, precision: PRECISION } : {};
}
