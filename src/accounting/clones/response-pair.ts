import type { ClonesPair } from "./clones-pair.js";
import type { LocalReports } from "./local-reports.js";

/** The clones pair of binary randomized response: every other report is a fair coin with probability 2 / (e^localEpsilon + 1). */
export function responsePair({ localEpsilon, users }: LocalReports): ClonesPair {
  const cloneComplement = Math.tanh(localEpsilon / 2);
  const rest = Math.exp(-localEpsilon);
  return { localEpsilon, users, cloneProbability: (2 * rest) / (1 + rest), cloneComplement };
}
