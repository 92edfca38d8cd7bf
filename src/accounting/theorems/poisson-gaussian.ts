/**
 * Renyi DP of the Poisson-sampled Gaussian mechanism, the step of central DP-SGD, at every real order.
 *
 * Use it for a trusted server that adds noise to a random batch. Derivation: docs/theorems/poisson-gaussian.md.
 */
import { checkNumber, RANGES, type Range } from "../../validate.js";
import { logSampledMomentExcess } from "./_internal/sampled-gaussian-moment.js";

const ORDER: Range = { min: 1, max: 1e6, minIncluded: false };

/** Largest relative error measured against 60 digits, with room. */
const UP = 1 + 1e-11;

/**
 * The Renyi divergence of order λ of one Poisson-sampled Gaussian step.
 *
 * D_λ(P‖Q) = log E_Q[(P/Q)^λ] / (λ − 1), P = (1 − q) N(0, σ²) + q N(1, σ²), Q = N(0, σ²).
 * Guarantee: exact for the worst pair, and the larger of its two directions; rounded up by about 1e-11 of itself. At
 * fractional orders where the integral would need more than 100,000 nodes (λ/σ² above 4e4) an upper bound, by convexity between integers.
 * Assumes: every record joins the batch by itself with probability q; add-or-remove or zero-out adjacency; l2 sensitivity 1.
 * Edges: q = 1 → λ / (2σ²); σ so small that the moment's logarithm leaves the doubles → ∞.
 *
 * @param options.rate q, probability that a record joins the batch, (0, 1]
 * @param options.noiseMultiplier σ, standard deviation / l2 sensitivity, (0, ∞)
 * @param options.order λ, real, (1, 1e6]
 * @returns the divergence, nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example poissonGaussianRdp({ rate: 0.01, noiseMultiplier: 1, order: 2.5 }).toExponential(6); // "2.175753e-4"
 * @see Mironov, Talwar, Zhang, "Renyi Differential Privacy of the Sampled Gaussian Mechanism", 2019, arXiv:1908.10530,
 *   Theorems 4 and 5 (one dimension is the worst case, and this direction the larger)
 */
export function poissonGaussianRdp(options: {
  readonly rate: number;
  readonly noiseMultiplier: number;
  readonly order: number;
}): number {
  const rate = checkNumber("poissonGaussianRdp: rate", options.rate, RANGES.positiveProbability);
  const sigma = checkNumber("poissonGaussianRdp: noiseMultiplier", options.noiseMultiplier, RANGES.positive);
  const order = checkNumber("poissonGaussianRdp: order", options.order, ORDER);
  if (rate === 1) return (order / (2 * sigma * sigma)) * UP;
  const excess = logSampledMomentExcess(rate, sigma, order);
  const logMoment = excess > 700 ? excess : Math.log1p(Math.exp(excess));
  return (logMoment / (order - 1)) * UP + Number.MIN_VALUE;
}
