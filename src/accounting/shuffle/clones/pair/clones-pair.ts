import type { LocalReports } from "../local-reports.js";

/**
 * The clones pair: C ~ Bin(users - 1, cloneProbability) of the other reports are fair coins, A ~ Bin(C, 1/2)
 * of these "0"; the changed user's report is "0" with probability e^localEpsilon / (e^localEpsilon + 1) under
 * P, and "1" with that probability under Q.
 */
export interface ClonesPair {
  readonly localEpsilon: number;
  readonly users: number;
  readonly cloneProbability: number;
  /** 1 - cloneProbability. */
  readonly cloneComplement: number;
}

/** The mean shift of the Gaussian pair N(shift, 1), N(0, 1) that the clones pair tends to for many users. */
export function gaussianShift({ localEpsilon, users, cloneProbability }: ClonesPair): number {
  return (2 * Math.tanh(localEpsilon / 2)) / Math.sqrt(1 + (users - 1) * cloneProbability);
}

/**
 * The pair of the 2023 paper: every other report is a fair coin, as binary randomized response has it, with
 * probability 2 / (e^localEpsilon + 1).
 */
export function clones2023Pair({ localEpsilon, users }: LocalReports): ClonesPair {
  const cloneComplement = Math.tanh(localEpsilon / 2);
  const rest = Math.exp(-localEpsilon);
  return { localEpsilon, users, cloneProbability: (2 * rest) / (1 + rest), cloneComplement };
}

/**
 * The pair of the 2021 paper: each other report is a clone, of either value, with probability
 * e^-localEpsilon.
 */
export function clones2021Pair({ localEpsilon, users }: LocalReports): ClonesPair {
  return {
    localEpsilon,
    users,
    cloneProbability: Math.exp(-localEpsilon),
    cloneComplement: -Math.expm1(-localEpsilon),
  };
}
