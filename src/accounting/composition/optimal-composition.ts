import type { Bracket } from "../../privacy/index.js";
import type { RepeatedRound } from "../core/rounds-of.js";
import { strongCompositionEpsilon } from "../theorems/strong-composition.js";
import type { Composition } from "./composition-accountant.js";
import { epsilonOrInfinity } from "./epsilon-or-infinity.js";
import type { ReportBound } from "./report-bound.js";

/** Shares of delta that the rounds' own deltas may take, falling; the rest is composition's slack. */
const SHARES = [0.8, 0.2, 0.02, 0] as const;
/** One round may do without slack. */
const SHARES_OF_ONE = [1, ...SHARES] as const;
const NOTHING: Bracket = { lower: 0, estimate: 0, upper: 0 };

/**
 * Kairouz, Oh and Viswanath's optimal composition of equal rounds, at the best split of delta between rounds and slack; rounds
 * of different kinds share delta equally and add up.
 */
export const optimalComposition: Composition = {
  epsilonAtDelta: (rounds, delta) => {
    const parts = rounds.map((each) => composeEqual(each, delta / rounds.length));
    return parts.reduce(add, NOTHING);
  },
  source: "strong composition (Kairouz, Oh, Viswanath 2015, Theorem 3.3)",
};

function composeEqual({ round, times }: RepeatedRound<ReportBound>, delta: number): Bracket {
  const [largest, ...smaller] = times === 1 ? SHARES_OF_ONE : SHARES;
  const epsilonAt = (share: number): number => round.epsilonAtDelta((share * delta) / times);
  const compose = (share: number, roundEpsilon: number): Bracket =>
    composeAt(roundEpsilon, times, share, delta);
  const roundEpsilon = epsilonAt(largest); // a refusal here is the theorem's
  if (times === 1 || roundEpsilon === 0) {
    const first = compose(largest, roundEpsilon);
    if (first.upper === 0 || (times === 1 && isLeast(first.upper, delta))) return first;
  }
  const splits = [
    { share: largest, roundEpsilon },
    ...smaller.map((share) => ({ share, roundEpsilon: epsilonOrInfinity(() => epsilonAt(share)) })),
  ];
  return promising(splits, times, delta)
    .map((each) => compose(each.share, each.roundEpsilon))
    .reduce((best, each) => (each.upper < best.upper ? each : best));
}

interface Split {
  readonly share: number;
  readonly roundEpsilon: number;
}

/** Rounds from which on a composition takes long, and how far above the least normal approximation a split is left out. */
const MANY_ROUNDS = 1e6;
const CLOSE = 1.01;

function promising(splits: readonly Split[], rounds: number, delta: number): readonly Split[] {
  if (rounds < MANY_ROUNDS) return splits;
  const approximations = splits.map(({ share, roundEpsilon }) => {
    const deviation = roundEpsilon * Math.sqrt(rounds * -2 * Math.log((1 - share) * delta));
    return rounds * roundEpsilon * Math.tanh(roundEpsilon / 2) + deviation;
  });
  const least = Math.min(...approximations);
  return splits.filter((_, i) => approximations[i]! <= CLOSE * least);
}

/**
 * Whether no number of rounds gets below one round's own epsilon: two of them lose twice that with probability 1/4 or more, which
 * delta would have to pay for.
 */
function isLeast(epsilon: number, delta: number): boolean {
  return epsilon === 0 || -Math.expm1(-epsilon) > 4 * delta;
}

function composeAt(roundEpsilon: number, rounds: number, share: number, delta: number): Bracket {
  if (share === 1 || roundEpsilon === Infinity) return exactly(roundEpsilon);
  return strongCompositionEpsilon({ roundEpsilon, roundDelta: (share * delta) / rounds, rounds, delta });
}

function exactly(value: number): Bracket {
  return { lower: value, estimate: value, upper: value };
}

function add(a: Bracket, b: Bracket): Bracket {
  return { lower: a.lower + b.lower, estimate: a.estimate + b.estimate, upper: a.upper + b.upper };
}
