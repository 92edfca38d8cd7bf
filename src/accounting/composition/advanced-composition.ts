import { atMost, exactly } from "../claims/brackets.js";
import { advancedCompositionEpsilon } from "../theorems/advanced-composition.js";
import type { Composition } from "./composition-accountant.js";
import { loneRound } from "./lone-round.js";

/**
 * Shares of delta that the rounds' own deltas may take. Valid at any: with twice as many a delta falls by up
 * to 11 % in a fifth more time, with half as many one rises by up to 57 %.
 */
const SHARES = [0, 0.01, 0.1, 0.3, 0.5, 0.8];

/**
 * Steinke's advanced composition of rounds of any kinds, at the best split of delta between rounds and slack.
 */
export const advancedComposition: Composition = {
  epsilonAtDelta: (rounds, delta) => {
    if (rounds.length === 0) return exactly(0);
    const total = rounds.reduce((sum, { times }) => sum + times, 0);
    const composed = Math.min(...SHARES.map((share) => composeAt(share)));
    // The sum is rounded up, even that of one.
    const uncomposed = loneRound(rounds)?.epsilonAtDelta(delta, false);
    if (uncomposed !== undefined && uncomposed.upper <= composed) return uncomposed;
    return atMost(composed);

    function composeAt(share: number): number {
      const roundDelta = (share * delta) / total;
      const steps = rounds.map(({ round, times }) => ({
        epsilon: round.epsilonAtDelta(roundDelta, true).upper,
        delta: roundDelta,
        times,
      }));
      if (steps.some((step) => step.epsilon === Infinity)) return Infinity;
      return advancedCompositionEpsilon({ steps, delta });
    }
  },
  source: "advanced composition (Steinke 2022, Theorem 22)",
};
