import { advancedCompositionEpsilon } from "../theorems/advanced-composition.js";
import type { Composition } from "./composition-accountant.js";
import { loneRound } from "./lone-round.js";

/** Shares of delta that the rounds' own deltas may take. */
const SHARES = [0, 0.01, 0.1, 0.3, 0.5, 0.8];

/** Steinke's advanced composition of rounds of any kinds, at the best split of delta between rounds and slack. */
export const advancedComposition: Composition = {
  epsilonAtDelta: (rounds, delta) => {
    if (rounds.length === 0) return { lower: 0, estimate: 0, upper: 0 };
    const total = rounds.reduce((sum, { times }) => sum + times, 0);
    const uncomposed = loneRound(rounds)?.epsilonAtDelta(delta) ?? Infinity; // the sum is rounded up, even that of one
    const epsilon = Math.min(uncomposed, ...SHARES.map((share) => composeAt(share)));
    return { lower: epsilon, estimate: epsilon, upper: epsilon };

    function composeAt(share: number): number {
      const roundDelta = (share * delta) / total;
      const steps = rounds.map(({ round, times }) => ({
        epsilon: round.epsilonAtDelta(roundDelta),
        delta: roundDelta,
        times,
      }));
      if (steps.some((step) => step.epsilon === Infinity)) return Infinity;
      return advancedCompositionEpsilon({ steps, delta });
    }
  },
  source: "advanced composition (Steinke 2022, Theorem 22)",
};
