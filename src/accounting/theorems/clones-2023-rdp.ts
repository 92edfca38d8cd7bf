/**
 * Renyi differential privacy of shuffled local reports: the divergence of the clones pair, worst over all
 * local randomizers.
 *
 * Use it to compose rounds without a privacy-loss distribution. Derivation: docs/theorems/clones-2023.md;
 * where users are drawn at random: docs/theorems/hidden-sampling.md.
 */

import { LogSum } from "../../numerics/log-sum.js";
import { checkOptions } from "../../validate.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { type GainsAboveOne, randomizedResponseGains } from "../rdp/_internal/gains-above-one.js";
import { mixWithOne } from "../rdp/_internal/mix-with-one.js";
import { secretSampling } from "../rdp/_internal/secret-sampling.js";
import { tablesUpTo } from "../rdp/_internal/tables-up-to.js";
import type { LocalReports } from "../shuffle/clones/local-reports.js";
import { clones2023Pair, gaussianShift } from "../shuffle/clones/pair/clones-pair.js";
import { clonesNodes } from "../shuffle/clones/renyi/clones-nodes.js";
import { orderOfLogMoment } from "../shuffle/clones/renyi/laplace-candidates.js";
import { pessimisticNodes } from "../shuffle/clones/renyi/pessimistic-nodes.js";
import { checkRealOrder } from "./_internal/renyi-order.js";
import { checkSampledReports } from "./_internal/sampled-reports.js";

/**
 * Log-moments (about) up to which nodes are prepared; those of the last one bound larger moments too, less
 * tightly. Valid at any: 8 or 32 for the first move a divergence by up to 2e-4; for the last 400 lower one of
 * the largest by up to 15 %, 1,600 raise one by up to 30 %.
 */
const LOG_MOMENTS = [16, 800];
/**
 * Grid points per standard deviation of the log-ratio, which raise its variance by 1 / (6 * 64^2). Valid at
 * any number: half as many raise a divergence by up to 0.12 %, twice as many move one by up to 0.05 % in
 * twice the time.
 */
const RESOLUTION = 64;

/**
 * The Renyi divergence of n shuffled reports, or of those of m users drawn from n without replacement, at
 * every real order.
 *
 * ε(λ) = log(1 + E_Q[(Z^λ − 1)(1 − Z^(1−λ)); Z > 1]) / (λ − 1), Z = 1 + (m/n)(P/Q − 1), (P, Q) the pair of
 * {@link clones2023Delta} for m users; for m = n that is log E_Q[(P/Q)^λ] / (λ − 1). Guarantee: upper bound
 * for every ε₀-LDP randomizer, all data and both directions. For m = n above the pair's own divergence by
 * less than 0.1 % up to some 250 clones, and by less than 0.5 % beyond; by more where its log-moment exceeds
 * some 800 nats. Assumes: replace-one adjacency; one report of the same randomizer from each user (who is
 * drawn is hidden); honest shuffler. Edges: never above that of randomized response without the shuffle; ε₀ =
 * 0 → 0; λ = ∞ → log(1 + (m/n)(e^ε₀ − 1)).
 *
 * @param options.localEpsilon ε₀ of one report, pure local DP, nats, 0 or [1e-12, 100]
 * @param options.users n, integer in [1, 1e12]
 * @param options.sampled m, integer in [1, n]; by default n
 * @returns λ ↦ ε(λ), nats, for real orders in (1, 1e13], or ∞; some 20 ms to prepare, and some 0.1 ms an
 *   order
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example clones2023RdpCurve({ localEpsilon: 2, users: 1000 }).at(8).toFixed(5); // "0.03906"
 * @see Feldman, McMillan, Talwar, "Stronger Privacy Amplification by Shuffling for Renyi and Approximate
 *   Differential Privacy", SODA 2023, arXiv:2208.04591, Theorem 3.2 and errata
 */
export function clones2023RdpCurve(options: LocalReports & { readonly sampled?: number }): RenyiCurve {
  const { users: all, ...rest } = checkOptions("clones2023RdpCurve", options);
  const reports = checkSampledReports("clones2023RdpCurve", { users: all, sampled: all, ...rest });
  const { localEpsilon, users, sampled } = reports;
  const rate = sampled / users;
  const alone = secretSampling(randomizedResponseGains(localEpsilon), rate);
  const shuffled =
    localEpsilon > 0 ? secretSampling(clonesGains({ localEpsilon, users: sampled }), rate) : alone;
  return {
    at: (order) =>
      checkRealOrder("clones2023RdpCurve: order", order) === Infinity
        ? mixWithOne(localEpsilon, rate)
        : Math.min(alone.at(order), shuffled.at(order)),
  };
}

/**
 * The clones pair of shuffled pure local reports, rounded up: it is symmetric, and dominates every pair of
 * neighbours.
 */
function clonesGains(reports: LocalReports): GainsAboveOne {
  const pair = clones2023Pair(reports);
  const shift = gaussianShift(pair);
  const reaches = LOG_MOMENTS.map((logMoment) => Math.max(64, Math.ceil(orderOfLogMoment(pair, logMoment))));
  const nodesFor = tablesUpTo(reaches, (reach) => {
    const { logMasses, excesses } = pessimisticNodes(clonesNodes(pair, reach), shift / RESOLUTION);
    return { logMasses, logRatios: excesses.map(Math.log1p) };
  });
  return {
    logExpectation: (logF, order) => {
      const nodes = nodesFor(Math.min(order, reaches.at(-1)!))!;
      const sum = new LogSum();
      nodes.logRatios.forEach((logRatio, i) => {
        sum.add(nodes.logMasses[i]! + logF(logRatio));
      });
      return sum.log;
    },
  };
}
