/**
 * LT23 Theorem 3: Renyi DP of the shuffled check-in Gaussian mechanism, as printed, for any choice of the
 * slack Delta.
 */
import { logAddExp } from "../../numerics/log-add-exp.js";
import { checkNumber, checkOptions, DOMAIN, RANGES } from "../../validate.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { gaussianMeans } from "../rdp/gaussian-means.js";
import { checkRealOrder } from "./_internal/renyi-order.js";
import { fixedSizeSubsampledRdp, MAX_SAMPLED_ORDER } from "./fixed-size-subsampled.js";

/**
 * One round: each of `users` joins by itself with probability `checkInRate`; the noisy reports of those are
 * shuffled.
 */
export interface CheckInRound {
  readonly users: number;
  readonly checkInRate: number;
  readonly noiseMultiplier: number;
  /** Delta in [0, 1]: any value gives a bound, and of several the least is taken. */
  readonly slack: number | readonly number[];
}

/**
 * The printed bound as a curve over the orders.
 *
 * e(a) = log(exp((a - 1) e_1(a) - Delta^2 n gamma / 2) + exp((a - 1) e_k(a))) / (a - 1), k = floor((1 -
 * Delta) n gamma) + 1, with e_k the printed RDP of k shuffled reports sampled at rate gamma (Theorem 2).
 * Guarantee: what the theorem states; it takes the homogeneous cohort, one direction, and gamma for the
 * inclusion rate k / n.
 *
 * @param round.users n, integer in [1, 1e12]
 * @param round.checkInRate gamma, [1e-12, 1]
 * @param round.noiseMultiplier sigma, [1e-8, 1e9]
 * @param round.slack Delta, [0, 1], one or several
 * @returns order -> RDP, nats, for real orders in (1, 1e13], or ∞; Infinity beyond 1e5
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example checkInShuffleGaussianRdpCurve({ users: 60_000, checkInRate: 0.1, noiseMultiplier: 5, slack: 0.5 }).at(10).toFixed(6); // "0.028080"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", ICLR 2023 submission,
 *   Theorem 3, Equation 13
 */
export function checkInShuffleGaussianRdpCurve(round: CheckInRound): RenyiCurve {
  const where = "checkInShuffleGaussianRdpCurve";
  checkOptions(where, round);
  const users = checkNumber(`${where}: users`, round.users, DOMAIN.count);
  const checkInRate = checkNumber(`${where}: checkInRate`, round.checkInRate, DOMAIN.rate);
  const noiseMultiplier = checkNumber(
    `${where}: noiseMultiplier`,
    round.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  const slacks = [round.slack]
    .flat()
    .map((slack) => checkNumber(`${where}: slack`, slack, RANGES.probability));
  const means = gaussianMeans(noiseMultiplier);
  const sampledShuffle = (reports: number): ((order: number) => number) => {
    const logMoment = means(reports);
    const curve = (order: number): number => logMoment(order) / (order - 1);
    return (order) => (order - 1) * fixedSizeSubsampledRdp({ samplingRate: checkInRate, order, curve });
  };
  const few = sampledShuffle(1);
  // Of slacks that leave as many reports the largest has the least tail.
  const slackOf = new Map(slacks.sort((a, b) => a - b).map((slack) => [reportsLeft(round, slack), slack]));
  const splits = Array.from(slackOf, ([reports, slack]) => ({
    logTail: -0.5 * slack * slack * users * checkInRate,
    many: sampledShuffle(reports),
  }));
  return {
    at: (order) => {
      if (checkRealOrder(`${where}: order`, order) > MAX_SAMPLED_ORDER) return Infinity;
      const alone = few(order);
      const logMoments = splits.map(({ logTail, many }) => logAddExp(alone + logTail, many(order)));
      return Math.min(...logMoments) / (order - 1);
    },
  };
}

function reportsLeft({ users, checkInRate }: CheckInRound, slack: number): number {
  return Math.floor((1 - slack) * users * checkInRate) + 1;
}
