/**
 * LT22 Theorem 2: Renyi DP of the shuffle Gaussian mechanism on a fixed number of users drawn at random, as
 * printed.
 *
 * Theorem 1's divergence of the drawn users' reports, amplified by the general bound of sampling without
 * replacement; the method `rdp-exact` computes the law that it bounds. Use it to compare with the literature.
 * Derivation: docs/theorems/shuffle-gaussian.md.
 */
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import { gaussianMeans } from "../rdp/gaussian-means.js";
import { checkRealOrder } from "./_internal/renyi-order.js";
import { checkSampled } from "./_internal/sampled-reports.js";
import { fixedSizeSubsampledRdp, MAX_SAMPLED_ORDER } from "./fixed-size-subsampled.js";

/**
 * One round: `sampled` of `users`, drawn without replacement, send one report with Gaussian noise each, and
 * these are shuffled.
 */
export interface SubsampledShuffleGaussianRound {
  readonly users: number;
  readonly sampled: number;
  readonly noiseMultiplier: number;
}

/**
 * The printed bound of the Renyi divergence of order λ of m shuffled Gaussian reports from users drawn at
 * random.
 *
 * {@link fixedSizeSubsampledRdp} at γ = m/n of j ↦ {@link shuffleGaussianRdp} of m reports at the orders j =
 * 2..⌈λ⌉. Guarantee: **conditional**, as Theorem 1 is; rounding included. Assumes: all other users hold the
 * same record; replace-one or zero-out adjacency, σ relative to its sensitivity; one direction; honest
 * shuffler. Edges: λ > 1e5 → ∞; it may exceed λ/(2σ²), which then is the better bound.
 *
 * @param options.users n, integer in [1, 1e12]
 * @param options.sampled m, integer in [1, n]
 * @param options.noiseMultiplier σ of one report, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @param options.order λ, real, (1, 1e13] or ∞; the time grows with its square
 * @returns the bound, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example subsampledShuffleGaussianRdp({ users: 60_000, sampled: 6000, noiseMultiplier: 5, order: 8 }).toExponential(4); // "1.7104e-2"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569,
 *   Theorem 2
 */
export function subsampledShuffleGaussianRdp(
  options: SubsampledShuffleGaussianRound & { readonly order: number },
): number {
  return curveOf("subsampledShuffleGaussianRdp", options).at(options.order);
}

/**
 * {@link subsampledShuffleGaussianRdp} as a curve, which keeps the moments that its orders share.
 *
 * @param options as for subsampledShuffleGaussianRdp, without the order
 * @returns λ ↦ the bound, nats, for real orders in (1, 1e13], or ∞
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example subsampledShuffleGaussianRdpCurve({ users: 60_000, sampled: 6000, noiseMultiplier: 5 }).at(8).toExponential(4); // "1.7104e-2"
 * @see Liew and Takahashi 2022, arXiv:2206.09569, Theorem 2
 */
export function subsampledShuffleGaussianRdpCurve(options: SubsampledShuffleGaussianRound): RenyiCurve {
  return curveOf("subsampledShuffleGaussianRdpCurve", options);
}

function curveOf(where: string, options: SubsampledShuffleGaussianRound): RenyiCurve {
  const { users, sampled } = checkSampled(where, checkOptions(where, options));
  const noiseMultiplier = checkNumber(
    `${where}: noiseMultiplier`,
    options.noiseMultiplier,
    DOMAIN.composedNoise,
  );
  const samplingRate = sampled / users;
  const logMoment = gaussianMeans(noiseMultiplier)(sampled);
  const curve = (order: number): number => logMoment(order) / (order - 1);
  return {
    at: (order) =>
      checkRealOrder(`${where}: order`, order) > MAX_SAMPLED_ORDER
        ? Infinity
        : fixedSizeSubsampledRdp({ samplingRate, order, curve }),
  };
}
