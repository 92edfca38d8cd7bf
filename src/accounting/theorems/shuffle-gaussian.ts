/**
 * LT22 Theorem 1: Renyi DP of the shuffle Gaussian mechanism, as printed.
 *
 * Use it to compare with the literature. The method `rdp-exact` adds the reverse direction,
 * `clonesGaussianEpsilon` holds for every cohort. Derivation and counterexamples:
 * docs/theorems/shuffle-gaussian.md.
 */
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import { MAX_ORDER, type RenyiCurve } from "../claims/renyi-curve.js";
import { gaussianRatio } from "../rdp/gaussian-ratio.js";
import { meanOf } from "../rdp/mean-ratio.js";
import { checkRealOrder } from "./_internal/renyi-order.js";

/** One round: each of `users` sends one report with Gaussian noise, and the reports are shuffled. */
export interface ShuffleGaussianRound {
  readonly users: number;
  readonly noiseMultiplier: number;
}

/**
 * The Renyi divergence of order λ of n shuffled Gaussian reports, in the one direction that the theorem
 * states.
 *
 * D_λ(P‖Q) = log(n^(−λ) Σ_{k₁+…+k_n = λ} (λ!/(k₁!⋯k_n!)) e^(Σ k_i(k_i − 1)/(2σ²))) / (λ − 1), P = (1/n) Σ_i
 * N(e_i, σ² I), Q = N(0, σ² I). Guarantee: **conditional**. The pair's own D_λ(P‖Q) to some 1e-12 at integer
 * orders, the chord of (λ − 1) D_λ between them; it may be exceeded where another user's record differs from
 * the one that the changed user leaves. Assumes: all other users hold the same record; replace-one or
 * zero-out adjacency, σ relative to its sensitivity; honest shuffler. Edges: n = 1 → λ/(2σ²) at integer
 * orders; λ > 4096 → ∞.
 *
 * @param options.users n, reports in the shuffle, integer in [1, 1e12]
 * @param options.noiseMultiplier σ of one report, standard deviation / l2 sensitivity, [1e-8, 1e9]
 * @param options.order λ, real, (1, 1e13] or ∞
 * @returns D_λ(P‖Q), nats
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example shuffleGaussianRdp({ users: 60_000, noiseMultiplier: 9.48, order: 30 }).toExponential(4); // "2.7973e-6"
 * @see Liew and Takahashi, "Shuffle Gaussian Mechanism for Differential Privacy", 2022, arXiv:2206.09569,
 *   Theorem 1
 */
export function shuffleGaussianRdp(options: ShuffleGaussianRound & { readonly order: number }): number {
  const round = checkRound("shuffleGaussianRdp", options);
  return curveOf(round, "shuffleGaussianRdp").at(options.order);
}

/**
 * {@link shuffleGaussianRdp} as a curve, which keeps the moments that its orders share.
 *
 * @param options as for shuffleGaussianRdp, without the order
 * @returns λ ↦ D_λ(P‖Q), nats, for real orders in (1, 1e13], or ∞
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example shuffleGaussianRdpCurve({ users: 60_000, noiseMultiplier: 9.48 }).at(30).toExponential(4); // "2.7973e-6"
 * @see Liew and Takahashi 2022, arXiv:2206.09569, Theorem 1
 */
export function shuffleGaussianRdpCurve(options: ShuffleGaussianRound): RenyiCurve {
  return curveOf(checkRound("shuffleGaussianRdpCurve", options), "shuffleGaussianRdpCurve");
}

function checkRound(where: string, options: ShuffleGaussianRound): ShuffleGaussianRound {
  const { users, noiseMultiplier } = checkOptions(where, options);
  return {
    users: checkNumber(`${where}: users`, users, DOMAIN.count),
    noiseMultiplier: checkNumber(`${where}: noiseMultiplier`, noiseMultiplier, DOMAIN.composedNoise),
  };
}

/** log E[S^λ] is convex in λ (Hölder): its chord between integers is an upper bound. */
function curveOf({ users, noiseMultiplier }: ShuffleGaussianRound, where: string): RenyiCurve {
  const ratio = meanOf(gaussianRatio(noiseMultiplier), users);
  return {
    at: (order) => {
      if (checkRealOrder(`${where}: order`, order) > MAX_ORDER) return Infinity;
      const above = Math.ceil(order);
      const share = order - (above - 1);
      const last = ratio.logMoment(above);
      if (last === Infinity) return Infinity;
      return ((1 - share) * ratio.logMoment(above - 1) + share * last) / (order - 1);
    },
  };
}
