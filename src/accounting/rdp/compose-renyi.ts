import { composeClaims } from "../claims/compose-claims.js";
import type { RepeatedRound } from "../rounds/rounds-of.js";
import type { RenyiAnalysis } from "./renyi-analysis.js";

/**
 * The analysis of composed rounds: RDP adds up. Composing nothing costs nothing.
 *
 * @see Mironov, "Renyi Differential Privacy", 2017, arXiv:1702.07476, Proposition 1
 */
export function composeRenyi(parts: readonly RepeatedRound<RenyiAnalysis>[]): RenyiAnalysis {
  return {
    ...composeClaims(parts.map(({ round }) => round)),
    highOrdersAreCheap: parts.every(({ round }) => round.highOrdersAreCheap),
    curve: { at: (order) => parts.reduce((sum, { round, times }) => sum + times * round.curve.at(order), 0) },
  };
}
