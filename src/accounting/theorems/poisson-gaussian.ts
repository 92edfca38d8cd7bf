/**
 * Renyi DP of the Poisson-sampled Gaussian mechanism, the step of central DP-SGD, at every real order.
 *
 * Use it for a trusted server that adds noise to a random batch. Derivation:
 * docs/theorems/poisson-gaussian.md.
 */
import { roundedUp } from "../../numerics/rounding.js";
import { checkNumber, checkOptions, DOMAIN, type Range } from "../../validate.js";
import { MAX_ORDER, type RenyiCurve } from "../claims/renyi-curve.js";
import { checkRealOrder } from "./_internal/renyi-order.js";
import { logSampledMomentExcess } from "./_internal/sampled-gaussian-moment.js";

/**
 * One step: every record joins the batch by itself with probability `samplingRate`; the noise is relative to
 * the sensitivity.
 */
export interface PoissonGaussianStep {
  readonly samplingRate: number;
  readonly noiseMultiplier: number;
}

const ORDER: Range = { min: 1, max: 1e6, minIncluded: false };
/** Largest relative error measured against 60 digits, with room. */
const MAX_ERROR = 1e-11;
/**
 * Nodes of the integral at a fractional order, and what a curve spends on each of its orders. Valid at any
 * numbers: below a noise of 0.08 twice as many lower a curve by up to 0.8 % in twice the time, half as many
 * raise it by up to 17 %.
 */
const MAX_NODES = { single: 100_000, curve: 4000 };

/**
 * The Renyi divergence of order λ of one Poisson-sampled Gaussian step.
 *
 * D_λ(P‖Q) = log E_Q[(P/Q)^λ] / (λ − 1), P = (1 − q) N(0, σ²) + q N(1, σ²), Q = N(0, σ²).
 * Guarantee: exact for the worst pair, and the larger of its two directions; rounded up by about 1e-11 of
 * itself. At fractional orders with σ below 0.0015, where the integral would need more than 100,000 nodes, an
 * upper bound: below order 2 by E[r^λ] − 1 ≤ q^λ e^(λ(λ − 1)/2σ²), r = P/Q, and beyond by convexity between
 * integers. Assumes: every record joins the batch by itself with probability q; add-or-remove or zero-out
 * adjacency; l2 sensitivity 1. Edges: q = 1 → λ / (2σ²).
 *
 * @param options.samplingRate q, probability that a record joins the batch, [1e-12, 1]
 * @param options.noiseMultiplier σ, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @param options.order λ, real, (1, 1e6]
 * @returns the divergence, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example poissonGaussianRdp({ samplingRate: 0.01, noiseMultiplier: 1, order: 2.5 }).toExponential(6); // "2.175753e-4"
 * @see Mironov, Talwar, Zhang, "Renyi Differential Privacy of the Sampled Gaussian Mechanism", 2019,
 *   arXiv:1908.10530, Theorems 4 and 5 (one dimension is the worst case, and this direction the larger)
 */
export function poissonGaussianRdp(options: PoissonGaussianStep & { readonly order: number }): number {
  const step = checkStep("poissonGaussianRdp", options);
  const order = checkNumber("poissonGaussianRdp: order", options.order, ORDER);
  return divergence(step, order, MAX_NODES.single);
}

/**
 * {@link poissonGaussianRdp} as a curve over all orders, fast enough to search for the best one.
 *
 * Guarantee: upper bound, rounding included: the divergence at integer orders to 4096, and at fractional ones
 * where the integral needs no more than 4000 nodes (σ from 0.0375 on); an upper bound as in
 * {@link poissonGaussianRdp} elsewhere; never above λ/(2σ²). Edges: λ > 4096 → λ/(2σ²).
 *
 * @param options as for poissonGaussianRdp, without the order
 * @returns λ ↦ the divergence, nats, for real orders in (1, 1e13], or ∞
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example poissonGaussianRdpCurve({ samplingRate: 0.01, noiseMultiplier: 1 }).at(2.5).toExponential(6); // "2.175753e-4"
 * @see Mironov, Talwar, Zhang 2019, arXiv:1908.10530, Theorems 4 and 5
 */
export function poissonGaussianRdpCurve(options: PoissonGaussianStep): RenyiCurve {
  const step = checkStep("poissonGaussianRdpCurve", options);
  return {
    at: (order) => {
      checkRealOrder("poissonGaussianRdpCurve: order", order);
      const unsampled = order / (2 * step.noiseMultiplier ** 2);
      return order > MAX_ORDER ? unsampled : Math.min(unsampled, divergence(step, order, MAX_NODES.curve));
    },
  };
}

function checkStep(where: string, options: PoissonGaussianStep): PoissonGaussianStep {
  const { samplingRate, noiseMultiplier } = checkOptions(where, options);
  return {
    samplingRate: checkNumber(`${where}: samplingRate`, samplingRate, DOMAIN.rate),
    noiseMultiplier: checkNumber(`${where}: noiseMultiplier`, noiseMultiplier, DOMAIN.composedNoise),
  };
}

function divergence(step: PoissonGaussianStep, order: number, mostNodes: number): number {
  const { samplingRate, noiseMultiplier: sigma } = step;
  if (samplingRate === 1) return roundedUp(order / (2 * sigma * sigma), MAX_ERROR);
  const excess = logSampledMomentExcess(step, order, mostNodes);
  const logMoment = excess > 700 ? excess : Math.log1p(Math.exp(excess));
  return roundedUp(logMoment / (order - 1), MAX_ERROR);
}
