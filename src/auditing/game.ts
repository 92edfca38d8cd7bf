import type { RandomSource } from "../random/index.js";

/**
 * One play: the system runs on one of two neighbouring data sets, secret says which, and an attacker looks at
 * what it releases: larger scores speak for `true`.
 *
 * Plays must be independent: a game keeps nothing of one play for the next. All that is random comes from the
 * source, so that a seed repeats the audit.
 */
export interface Game {
  /** The attacker's score; infinite ones are allowed, NaN is not. */
  trial(secret: boolean, source: RandomSource): number | Promise<number>;
}
