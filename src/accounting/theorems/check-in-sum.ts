/**
 * LT22 Equation 17: Renyi DP of the shuffled check-in Gaussian mechanism as a sum over the number of reports, with the inclusion rate
 * as printed.
 *
 * Use it to compare with the literature: Theorem 3 bounds this sum, and the exact law of the same pair (method rdp-exact) lies below
 * it. Derivation: docs/theorems/shuffle-gaussian.md.
 */
import { logExpm1 } from "../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../numerics/log-sum.js";
import { checkNumber, RANGES } from "../../validate.js";
import { gaussianRatio } from "../rdp/gaussian-ratio.js";
import { meanOf } from "../rdp/mean-ratio.js";
import { participantCounts } from "./_internal/participant-counts.js";
import { fixedSizeSubsampledRdp } from "./fixed-size-subsampled.js";

/**
 * The printed sum as a function of the order.
 *
 * ε(λ) = log(Σ_{k=0..n} C(n, k) γ^k (1 − γ)^(n−k) exp((λ − 1) ε_{γ,k}(λ))) / (λ − 1), with ε_{γ,k} the printed RDP of k shuffled reports
 * sampled at rate γ (Theorem 2) and ε_{γ,0} = 0; the print leaves k = 0 out.
 * Guarantee: not below the printed sum; above it by less than 1e-4 of itself (1e-7 for few reports), or by some 1 % where e^(1/σ²) − 1 lies among
 *   the usual numbers of reports. **The printed sum may be too small**: it takes γ for the inclusion rate k / n, beside the
 *   homogeneous cohort and one direction.
 * Assumes: zero-out or replace-one adjacency, σ relative to its sensitivity; honest shuffler.
 *
 * @param round.users n, integer >= 1
 * @param round.checkInRate γ, (0, 1]
 * @param round.noiseMultiplier σ, > 0
 * @returns λ ↦ ε(λ), nats, for real orders in (1, 1e5]
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example checkInSumRdp({ users: 60_000, checkInRate: 0.1, noiseMultiplier: 5 })(10).toFixed(6); // "0.028078"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569, Equation 17
 */
export function checkInSumRdp(round: {
  readonly users: number;
  readonly checkInRate: number;
  readonly noiseMultiplier: number;
}): (order: number) => number {
  const where = "checkInSumRdp";
  const users = checkNumber(`${where}: users`, round.users, RANGES.positiveInteger);
  const rate = checkNumber(`${where}: checkInRate`, round.checkInRate, RANGES.positiveProbability);
  const noiseMultiplier = checkNumber(`${where}: noiseMultiplier`, round.noiseMultiplier, RANGES.positive);
  const { curve, somebody } = averageShuffle(noiseMultiplier, users, rate);
  // Theorem 2 is linear in the moments of the shuffle, so that the sum over k is Theorem 2 of their average.
  return (order) => {
    const logMoment = (order - 1) * fixedSizeSubsampledRdp({ rate, order, curve });
    return logOnePlusExp(logExpm1(logMoment) + Math.log(somebody)) / (order - 1);
  };
}

/** The Renyi curve whose moments are those of k shuffled reports, averaged over k >= 1. */
function averageShuffle(
  noiseMultiplier: number,
  users: number,
  rate: number,
): { curve: (order: number) => number; somebody: number } {
  const { counts, logMasses, somebody } = participantCounts(users, rate);
  const report = gaussianRatio(noiseMultiplier);
  const shuffles = counts.map((count) => meanOf(report, count));
  const known = new Map<number, number>();
  const rdpAt = (order: number): number => {
    const excess = new LogSum();
    shuffles.forEach((shuffle, i) => {
      excess.add(logMasses[i]! + logExpm1(shuffle.logMoment(order)));
    });
    return logOnePlusExp(excess.log - Math.log(somebody)) / (order - 1);
  };
  const curve = (order: number): number => {
    if (!known.has(order)) known.set(order, rdpAt(order));
    return known.get(order)!;
  };
  return { curve, somebody };
}
