/**
 * The optimal composition of T equal (epsilon, delta)-DP rounds (Kairouz, Oh and Viswanath 2015).
 *
 * Nothing tighter follows from (epsilon, delta) of the rounds alone. Where more is known about them (a Renyi
 * curve, a privacy-loss distribution), compose that instead. Derivation: docs/theorems/strong-composition.md.
 */
import { rootOfDecreasing } from "../../numerics/root-of-decreasing.js";
import { smallestDoubleWhere } from "../../numerics/smallest-double-where.js";
import type { Bracket } from "../../privacy/index.js";
import { checkNumber, checkOptions, DOMAIN, RANGES, type Range } from "../../validate.js";
import { atMost, exactly } from "../claims/brackets.js";
import { epsilonBracket } from "../claims/epsilon-bracket.js";
import { guessedEpsilon } from "../claims/guessed-epsilon.js";
import { composedRandomizedResponseDelta } from "./_internal/composed-randomized-response.js";

/** Rounds that are all (roundEpsilon, roundDelta)-DP. */
export interface EqualRounds {
  /** ε of one round, nats. */
  readonly roundEpsilon: number;
  /** δ of one round. */
  readonly roundDelta: number;
  /** T. */
  readonly rounds: number;
}

const ROUNDS: Range = { ...DOMAIN.rounds, min: 1 };

/**
 * Relative width of a bracket of delta beyond which the last bits of epsilon are meaningless: some million
 * rounds. Valid at any width: twice or half of it changes no digit.
 */
const OPEN = 2 ** -38;

/**
 * What a larger delta leaves to one has too few digits. Valid at any: with twice or half as much left, the
 * epsilons tried were the same.
 */
const NEXT_TO_ONE = 1 - 2 ** -20;

/**
 * The delta of T rounds at a given epsilon, exactly.
 *
 * δ_total(ε) = 1 − (1 − δ)^T (1 − E[(1 − e^(ε − L))₊]), L = (T − 2K) ε₀, K ~ Bin(T, 1/(1 + e^ε₀)).
 * Guarantee: `upper` holds for every T rounds that are (ε₀, δ)-DP each, adaptively chosen; some rounds attain
 * `lower`. Assumes: nothing beyond the rounds' own guarantee, under the same adjacency. Edges: T = 1, ε = ε₀
 * → δ; ε >= T ε₀ → 1 − (1 − δ)^T.
 *
 * @param options.roundEpsilon ε₀ of one round, nats, 0 or [1e-100, 1e16]
 * @param options.roundDelta δ of one round, [0, 1)
 * @param options.rounds T, integer in [1, 1e9]; the time grows like √T, about 2 ms at 1e9
 * @param options.epsilon ε of all rounds together, nats, 0 or [1e-100, 1e16]
 * @returns the bracket of δ_total, wide by about 1e-9 of itself at T = 1e9 and 1e-13 at T = 100
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example strongCompositionDelta({ roundEpsilon: 0.5, roundDelta: 0, rounds: 100, epsilon: 20 }).upper.toFixed(6); // "0.034679"
 * @see Kairouz, Oh, Viswanath, "The Composition Theorem for Differential Privacy", ICML 2015,
 *   arXiv:1311.0776, Theorem 3.3; Murtagh and Vadhan, "The Complexity of Computing the Optimal Composition of
 *   Differential Privacy", 2016, for every ε
 */
export function strongCompositionDelta(options: EqualRounds & { readonly epsilon: number }): Bracket {
  const rounds = checkRounds("strongCompositionDelta", options);
  return totalDelta(
    rounds,
    checkNumber("strongCompositionDelta: epsilon", options.epsilon, DOMAIN.composedEpsilon),
  );
}

/**
 * The epsilon of T rounds at a given delta, exactly up to a delta of 1 − 2⁻²⁰.
 *
 * Guarantee: `upper` holds for every T rounds that are (ε₀, δ)-DP each, adaptively chosen; some rounds attain
 * `lower`. Assumes: nothing beyond the rounds' own guarantee, under the same adjacency. Edges: Infinity where
 * δ_total < 1 − (1 − δ)^T, as no ε holds there; δ_total > 1 − 2⁻²⁰ → `upper` is that of 1 − 2⁻²⁰, `lower` 0,
 * unless only δ_total itself has an ε.
 *
 * @param options.roundEpsilon ε₀ of one round, nats, 0 or [1e-100, 1e16]
 * @param options.roundDelta δ of one round, [0, 1)
 * @param options.rounds T, integer in [1, 1e9]; the time grows like √T, about 0.03 s at 1e9
 * @param options.delta δ_total of all rounds together, [1e-150, 1)
 * @returns the bracket of ε, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example strongCompositionEpsilon({ roundEpsilon: 0.1, roundDelta: 1e-9, rounds: 1000, delta: 1e-5 }).upper.toFixed(4); // "17.8687"
 * @see Kairouz, Oh, Viswanath, ICML 2015, arXiv:1311.0776, Theorem 3.3
 */
export function strongCompositionEpsilon(options: EqualRounds & { readonly delta: number }): Bracket {
  const rounds = checkRounds("strongCompositionEpsilon", options);
  const delta = checkNumber("strongCompositionEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  if (delta <= NEXT_TO_ONE) return totalEpsilon(rounds, delta);
  const { upper } = totalEpsilon(rounds, NEXT_TO_ONE);
  return upper < Infinity ? atMost(upper) : totalEpsilon(rounds, delta);
}

function totalEpsilon(rounds: EqualRounds, delta: number): Bracket {
  const most = rounds.rounds * rounds.roundEpsilon * (1 + Number.EPSILON); // the largest loss, rounded up
  const guess = guessOf(rounds, delta);
  if (isOpen(totalDelta(rounds, guess)) && totalDelta(rounds, most).upper <= delta) {
    const deviations = guess / rounds.roundEpsilon / Math.sqrt(rounds.rounds);
    const steepness = Math.min(1, 1 / deviations ** 2); // of a normal tail
    return epsilonBracket((epsilon) => totalDelta(rounds, epsilon), {
      delta,
      guess,
      highest: most,
      steepness,
    });
  }
  const least = (side: "lower" | "upper", guess: number): number => {
    const deltaAt = (epsilon: number): number => totalDelta(rounds, epsilon)[side];
    if (deltaAt(most) > delta) return Infinity;
    const { above, below } = rootOfDecreasing(deltaAt, {
      target: delta,
      isProbability: true,
      guess,
      highest: most,
    });
    return smallestDoubleWhere((epsilon) => deltaAt(epsilon) <= delta, above, below);
  };
  const lower = least("lower", guess);
  const upper = lower === Infinity ? Infinity : least("upper", lower);
  return { lower, estimate: lower === upper ? upper : lower + (upper - lower) / 2, upper };
}

/** Whether a bracket of delta is so wide that the last bits of epsilon mean nothing. */
function isOpen({ lower, upper }: Bracket): boolean {
  return upper - lower > OPEN * upper;
}

/**
 * Approximate epsilon: that of the Gaussian pair with the same mean loss, at delta less the rounds' own
 * deltas.
 */
function guessOf({ roundEpsilon, roundDelta, rounds }: EqualRounds, delta: number): number {
  const left = delta - rounds * roundDelta;
  const guess = guessedEpsilon(roundEpsilon * Math.sqrt(rounds), left > 0 ? left : delta);
  return Math.min(guess, rounds * roundEpsilon);
}

function checkRounds(where: string, options: EqualRounds): EqualRounds {
  const { roundEpsilon, roundDelta, rounds } = checkOptions(where, options);
  return {
    roundEpsilon: checkNumber(`${where}: roundEpsilon`, roundEpsilon, DOMAIN.composedEpsilon),
    roundDelta: checkNumber(`${where}: roundDelta`, roundDelta, {
      ...RANGES.probability,
      maxIncluded: false,
    }),
    rounds: checkNumber(`${where}: rounds`, rounds, ROUNDS),
  };
}

function totalDelta(rounds: EqualRounds, epsilon: number): Bracket {
  const responses = composedRandomizedResponseDelta(rounds, epsilon);
  // exact to the last bit
  if (rounds.rounds === 1 && responses.upper === 0) return exactly(rounds.roundDelta);
  const logNoFailure = rounds.rounds * Math.log1p(-rounds.roundDelta);
  const total = (delta: number) => -Math.expm1(logNoFailure + Math.log1p(-Math.min(1, delta)));
  const slack = 8 * Number.EPSILON;
  return {
    lower: total(responses.lower) * (1 - slack),
    estimate: total(responses.estimate),
    upper: Math.min(1, total(responses.upper) * (1 + slack)),
  };
}
