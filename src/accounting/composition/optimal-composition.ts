import type { Bracket } from "../../privacy/index.js";
import { atMost, exactly, lesser } from "../claims/brackets.js";
import { guessedDeviations } from "../claims/guessed-epsilon.js";
import type { RepeatedRound } from "../rounds/rounds-of.js";
import { strongCompositionEpsilon } from "../theorems/strong-composition.js";
import type { Composition } from "./composition-accountant.js";
import { orNoEpsilon, type ReportBound } from "./report-bound.js";

/**
 * Shares of delta that the rounds' own deltas may take, falling; the rest is composition's slack. Valid at
 * any: ten lower a delta by up to 15 % in a quarter more time, three raise one by up to 6 %.
 */
const SHARES = [0.8, 0.2, 0.02, 0] as const;
/**
 * One round may do without slack, and must not cost more than two, each of which has half a share. Twice or
 * half as many shares changed none of 16 epsilons.
 */
const SHARES_OF_ONE = [1, 0.8, 0.4, 0.2, 0.1, 0.02, 0.01, 0] as const;

/**
 * Kairouz, Oh and Viswanath's optimal composition of equal rounds, at the best split of delta between rounds
 * and slack; rounds of different kinds share delta equally and add up.
 */
export const optimalComposition: Composition = {
  epsilonAtDelta: (rounds, delta) => {
    const parts = rounds.map((each) => composeEqual(each, delta / rounds.length));
    return parts.reduce(add, exactly(0));
  },
  source: "strong composition (Kairouz, Oh, Viswanath 2015, Theorem 3.3)",
};

function composeEqual({ round, times }: RepeatedRound<ReportBound>, delta: number): Bracket {
  const [largest, ...smaller] = times === 1 ? SHARES_OF_ONE : SHARES;
  const epsilonAt = (share: number): Bracket => round.epsilonAtDelta((share * delta) / times, times > 1);
  const compose = (share: number, roundEpsilon: Bracket): Bracket =>
    composeAt(roundEpsilon, times, share, delta);
  const roundEpsilon = epsilonAt(largest); // a refusal here is the theorem's
  if (times === 1 || roundEpsilon.upper === 0) {
    const first = compose(largest, roundEpsilon);
    if (first.upper === 0 || (times === 1 && isLeast(first.upper, delta))) return first;
  }
  const splits = [
    { share: largest, roundEpsilon },
    ...smaller.map((share) => ({ share, roundEpsilon: orNoEpsilon(() => epsilonAt(share)) })),
  ];
  return promising(splits, times, delta)
    .map((each) => compose(each.share, each.roundEpsilon))
    .reduce(lesser);
}

interface Split {
  readonly share: number;
  readonly roundEpsilon: Bracket;
}

/** Of shares that fall: more of one costs more where epsilon is no smaller for it. */
function promising(all: readonly Split[], rounds: number, delta: number): readonly Split[] {
  if (rounds < 1e6) return all; // a composition takes long from then on
  const splits = all.filter(
    ({ roundEpsilon }, i) => !all.slice(i + 1).some((less) => less.roundEpsilon.upper <= roundEpsilon.upper),
  );
  const approximations = splits.map(({ share, roundEpsilon: { upper: roundEpsilon } }) => {
    if (roundEpsilon === 0) return { least: 0, most: 0 };
    const deviation = roundEpsilon * Math.sqrt(rounds);
    const mean = rounds * roundEpsilon * Math.tanh(roundEpsilon / 2);
    const epsilon = mean + deviation * guessedDeviations(deviation, (1 - share) * delta);
    const error = 0.01 * (epsilon + deviation); // a normal approximation of these many rounds is off by less
    return { least: epsilon - error, most: epsilon + error };
  });
  const enough = Math.min(...approximations.map(({ most }) => most));
  return splits.filter((_, i) => !(approximations[i]!.least > enough));
}

/**
 * Whether no number of rounds gets below one round's own epsilon: two of them lose twice that with
 * probability 1/4 or more, which delta would have to pay for.
 */
function isLeast(epsilon: number, delta: number): boolean {
  // A search for delta may end a quarter above the one at which its epsilon jumps.
  return epsilon === 0 || -Math.expm1(-epsilon) > 1.25 * 4 * delta;
}

/** Of rounds whose epsilon is a bracket, only the upper end is composed. */
function composeAt(roundEpsilon: Bracket, rounds: number, share: number, delta: number): Bracket {
  const { lower, upper } = roundEpsilon;
  if (share === 1 || upper === Infinity) return roundEpsilon;
  const roundDelta = (share * delta) / rounds;
  const composed = strongCompositionEpsilon({ roundEpsilon: upper, roundDelta, rounds, delta });
  return lower === upper ? composed : atMost(composed.upper);
}

function add(a: Bracket, b: Bracket): Bracket {
  return { lower: a.lower + b.lower, estimate: a.estimate + b.estimate, upper: a.upper + b.upper };
}
