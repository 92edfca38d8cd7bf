/**
 * LT22 Equation 17: Renyi DP of the shuffled check-in Gaussian mechanism as a sum over the number of reports,
 * with the inclusion rate as printed.
 *
 * Use it to compare with the literature: Theorem 3 bounds this sum, and the exact law of the same pair
 * (method rdp-exact) lies below it. Derivation: docs/theorems/shuffle-gaussian.md.
 */
import { logExpm1 } from "../../numerics/log-expm1.js";
import { logOnePlusExp } from "../../numerics/log-one-plus-exp.js";
import { LogSum } from "../../numerics/log-sum.js";
import { memoize } from "../../numerics/memoize.js";
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { gaussianMeans } from "../rdp/gaussian-means.js";
import { participantCounts } from "./_internal/participant-counts.js";
import { checkRealOrder } from "./_internal/renyi-order.js";
import { fixedSizeSubsampledRdp, MAX_SAMPLED_ORDER } from "./fixed-size-subsampled.js";

/**
 * Log-probability of a count below which the rest of the sum is tested for being negligible. Valid at any
 * value: it saves tests. Twice or half as much moves a divergence by 1e-15.
 */
const UNLIKELY = -16;

/**
 * The printed sum as a curve over the orders.
 *
 * ε(λ) = log(Σ_{k=0..n} C(n, k) γ^k (1 − γ)^(n−k) exp((λ − 1) ε_{γ,k}(λ))) / (λ − 1), with ε_{γ,k} the
 * printed RDP of k shuffled reports sampled at rate γ (Theorem 2) and ε_{γ,0} = 0; the print leaves k = 0
 * out. Guarantee: not below the printed sum; above it by less than 1e-5 of itself up to 5 nats (1e-7 for few
 * reports), or by some 1 % where e^(1/σ²) − 1 lies among the usual numbers of reports. **The printed sum may
 * be too small**: it takes γ for the inclusion rate k / n, beside the homogeneous cohort and one direction.
 * Assumes: zero-out or replace-one adjacency, σ relative to its sensitivity; honest shuffler.
 *
 * @param round.users n, integer in [1, 1e12]
 * @param round.checkInRate γ, [1e-12, 1]
 * @param round.noiseMultiplier σ, [1e-8, 1e9]
 * @returns λ ↦ ε(λ), nats, for real orders in (1, 1e13], or ∞; ∞ beyond 1e5
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example checkInSumRdpCurve({ users: 60_000, checkInRate: 0.1, noiseMultiplier: 5 }).at(10).toFixed(6); // "0.028078"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569,
 *   Equation 17
 */
export function checkInSumRdpCurve(round: {
  readonly users: number;
  readonly checkInRate: number;
  readonly noiseMultiplier: number;
}): RenyiCurve {
  const where = "checkInSumRdpCurve";
  checkOptions(where, round);
  const users = checkNumber(`${where}: users`, round.users, DOMAIN.count);
  const checkInRate = checkNumber(`${where}: checkInRate`, round.checkInRate, DOMAIN.rate);
  const noiseMultiplier = checkNumber(
    `${where}: noiseMultiplier`,
    round.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  const { curve, nonEmpty } = averageShuffle(noiseMultiplier, users, checkInRate);
  // Theorem 2 is linear in the moments of the shuffle, so that the sum over k is Theorem 2 of their average.
  const rdp = (order: number): number => {
    const logMoment = (order - 1) * fixedSizeSubsampledRdp({ samplingRate: checkInRate, order, curve });
    return logOnePlusExp(logExpm1(logMoment) + Math.log(nonEmpty)) / (order - 1);
  };
  return {
    at: (order) => (checkRealOrder(`${where}: order`, order) > MAX_SAMPLED_ORDER ? Infinity : rdp(order)),
  };
}

/** The Renyi curve whose moments are those of k shuffled reports, averaged over k >= 1. */
function averageShuffle(
  noiseMultiplier: number,
  users: number,
  checkInRate: number,
): { curve: (order: number) => number; nonEmpty: number } {
  const { counts, logMasses, nonEmpty } = participantCounts(users, checkInRate);
  const means = gaussianMeans(noiseMultiplier);
  const shuffles = counts.map((count, i) => ({
    logCount: Math.log(count),
    logMass: logMasses[i]!,
    logMoment: means(count),
  }));
  const alone = means(1);
  const curve = memoize((order: number): number => {
    const logExcess = averageLogExcess(shuffles, order, logExpm1(alone(order)));
    return logOnePlusExp(logExcess - Math.log(nonEmpty)) / (order - 1);
  });
  return { curve, nonEmpty };
}

interface Shuffle {
  readonly logCount: number;
  readonly logMass: number;
  logMoment(order: number): number;
}

/**
 * log of the average of E[S_k^order] - 1 over the counts, from the largest on; a negligible rest is replaced
 * by an upper bound.
 *
 * A polynomial in 1 / k with nonnegative coefficients has a logarithm that is convex in log k: below its
 * chord to k = 1.
 */
function averageLogExcess(shuffles: readonly Shuffle[], order: number, logExcessAlone: number): number {
  if (logExcessAlone === -Infinity) return -Infinity;
  const sum = new LogSum();
  for (let i = 0; i < shuffles.length; i++) {
    const { logCount, logMass, logMoment } = shuffles[i]!;
    const logExcess = logExpm1(logMoment(order));
    sum.add(logMass + logExcess);
    const next = shuffles[i + 1];
    if (next === undefined || logMass > UNLIKELY || next.logMass > logMass) continue;
    const slope = (logExcessAlone - logExcess) / logCount;
    const rest = new LogSum();
    for (let k = i + 1; k < shuffles.length; k++) {
      rest.add(shuffles[k]!.logMass + logExcessAlone - slope * shuffles[k]!.logCount);
    }
    if (rest.log > sum.log - 30) continue; // a smaller rest changes only the last digits of a double
    sum.add(rest.log);
    break;
  }
  return sum.log;
}
