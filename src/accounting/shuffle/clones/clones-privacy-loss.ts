import type { PrivacyLossDistribution } from "../../../pld/privacy-loss-distribution.js";
import { shuffledResponsePrivacyLoss } from "./shuffled-response-privacy-loss.js";

/**
 * The privacy loss of one shuffled round of any local randomizer, of all users or of a fixed-size sample.
 *
 * C ~ Bin(n - 1, 2 / (e^eps0 + 1)) others are clones, A ~ Bin(C, 1/2) of them look like one record, and the
 * changed user adds to one side or the other: that of shuffled binary response, which dominates. Guarantee:
 * the pair dominates for every eps0-LDP randomizer under replace-one (proven); adaptive rounds included.
 * Assumes: honest shuffler; each sampled user sends one report.
 *
 * @param options.users n, integer in [1, 1e12]
 * @param options.localEpsilon epsilon of one report (pure), nats, [0, 30]
 * @param options.sampled reports per round, drawn without replacement, integer in [1, n], at most 1e9;
 *   default n
 * @throws DpError OUT_OF_RANGE a parameter is outside its range
 * @example clonesPrivacyLoss({ users: 10000, localEpsilon: 2 }).epsilonAtDelta(1e-5).upper.toFixed(4); // "0.0956"
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling for Renyi and Approximate
 *   Differential Privacy", SODA 2023, arXiv:2208.04591, Theorem 3.1
 */
export function clonesPrivacyLoss(options: {
  readonly users: number;
  readonly localEpsilon: number;
  readonly sampled?: number;
}): PrivacyLossDistribution {
  return shuffledResponsePrivacyLoss({ ...options, categories: 2 });
}
