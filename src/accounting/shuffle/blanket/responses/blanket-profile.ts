import { ROUNDING } from "../../../../numerics/rounding.js";
import type { Bracket } from "../../../../privacy/index.js";
import { DOMAIN } from "../../../../validate.js";
import { exactly } from "../../../claims/brackets.js";
import { type BracketAccuracy, epsilonBracket } from "../../../claims/epsilon-bracket.js";
import { guessedEpsilon } from "../../../claims/guessed-epsilon.js";
import { binnedBlanketDelta } from "./binned-blanket-delta.js";
import { type BlanketPair, blanketDelta, blanketShares } from "./blanket-delta.js";

/**
 * Up to this many two-category counts are summed one by one. Valid at any number: half as many raise an
 * epsilon by up to 3e-5 of itself, twice as many lower one at delta 1e-60 by 3e-4.
 */
const MAX_ROWS = 8192;
/**
 * Least deltas to try in turn, where the magnitude of delta is unknown. Valid at any: with their square
 * roots a delta of 2e-8 is 0.4 % larger, without them 1.7 %.
 */
const TRIED = [2 ** -40, 2 ** -160];

/** delta(epsilon) with its tables. */
interface Prepared {
  readonly leastDelta: number;
  /** The epsilon that the cells were chosen for; undefined where counts are summed one by one. */
  readonly guess: number | undefined;
  deltaAt(epsilon: number): Bracket;
}

/**
 * The privacy profile of shuffled k-ary randomized response, three categories or more; tables are kept for
 * nearby queries.
 */
export class BlanketProfile {
  readonly #pair: BlanketPair;
  #prepared: Prepared | undefined;
  /** Ratio of the last epsilon found to its guess. */
  #correction = 1;

  constructor(pair: BlanketPair) {
    this.#pair = pair;
  }

  epsilonAt(delta: number, ends: BracketAccuracy = {}): Bracket {
    const first = this.#search(delta, ends);
    const tablesFor = this.#prepared?.guess ?? first.upper;
    if (first.upper === 0 || isNear(tablesFor, first.upper)) return first;
    const second = this.#search(delta, ends);
    return second.upper < first.upper ? second : first;
  }

  /** @param epsilon below that of the reports */
  deltaAt(epsilon: number): Bracket {
    for (const leastDelta of TRIED) {
      const bracket = this.#preparedFor(leastDelta, epsilon)(epsilon);
      if (bracket.upper >= leastDelta) return bracket;
    }
    return this.#preparedFor(DOMAIN.delta.min, epsilon)(epsilon);
  }

  #search(delta: number, ends: BracketAccuracy): Bracket {
    if (totalVariationBound(this.#pair) <= delta) return exactly(0);
    const { localEpsilon: highest } = this.#pair;
    const shift = shiftOf(this.#pair);
    const guessed = guessedEpsilon(shift, delta);
    const guess = Math.min(highest, this.#correction * guessed);
    const deltaAt = this.#preparedFor(delta, guess);
    if (delta > shift / 4 && deltaAt(0).upper <= delta) return exactly(0);
    const steepness = Math.min(1, (shift / guess) ** 2);
    const found = epsilonBracket(deltaAt, { delta, guess, highest, steepness, ...ends });
    if (found.upper > 0) this.#correction = found.upper / guessed;
    return found;
  }

  #preparedFor(delta: number, guess: number): (epsilon: number) => Bracket {
    const known = this.#prepared;
    if (known !== undefined && delta >= known.leastDelta && isNear(known.guess ?? guess, guess)) {
      return known.deltaAt;
    }
    // Tables are valid down to a thousandth of the delta that they are made for.
    const leastDelta = delta * 2 ** -10;
    const isFew = rowsOf(this.#pair, leastDelta) <= MAX_ROWS;
    const deltaAt = isFew
      ? blanketDelta(this.#pair, leastDelta)
      : binnedBlanketDelta(this.#pair, { leastDelta, guess });
    this.#prepared = { leastDelta, guess: isFew ? undefined : guess, deltaAt };
    return deltaAt;
  }
}

function isNear(a: number, b: number): boolean {
  return a <= b * 1.25 && b <= a * 1.25;
}

/**
 * An upper bound on delta(0) = E[k (1 - k q) (2 H - C)+ / T], as 2 H - C is a sum of C signs: E(2 H - C)+ <=
 * sqrt(C) / 2, E[C | T] = 2 T / k and E[1 / T] <= 1 / (n k q).
 */
function totalVariationBound(pair: BlanketPair): number {
  const { blanketProbability, truthfulProbability } = blanketShares(pair);
  return (
    truthfulProbability *
    Math.sqrt(pair.categories / (2 * pair.users * blanketProbability)) *
    (1 + ROUNDING.sum)
  );
}

/** The mean shift of the Gaussian pair that the blanket pair tends to for many users. */
function shiftOf(pair: BlanketPair): number {
  const { blanketProbability, truthfulProbability } = blanketShares(pair);
  return truthfulProbability * Math.sqrt((2 * pair.categories) / (1 + (pair.users - 1) * blanketProbability));
}

/** Approximate number of two-category counts within the tails that matter at delta. */
function rowsOf(pair: BlanketPair, delta: number): number {
  const inEither = (2 * blanketShares(pair).blanketProbability) / pair.categories;
  // What the cut of the tails adds to -2 log(delta) is about 64.
  const deviations = 2 * Math.sqrt(-2 * Math.log(delta) + 64);
  return deviations * Math.sqrt(pair.users * inEither * (1 - inEither));
}
