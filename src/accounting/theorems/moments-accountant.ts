/**
 * The moments accountant as tensorflow-privacy's DP-SGD tutorials ran it: the central line of LT23, Figure
 * 1a.
 *
 * For reproducing that figure; for a guarantee, the current conversion (`epsilonFromRenyi`) is smaller by
 * about log(order) / (order - 1). What was assumed: docs/theorems/moments-accountant.md.
 */
import { checkNumber, checkOptions, DOMAIN } from "../../validate.js";
import { epsilonByFirstConversion } from "./_internal/moments-conversion.js";
import { poissonGaussianRdp } from "./poisson-gaussian.js";

/** An epsilon by Renyi DP. */
export interface MomentsAccountantResult {
  /** ε, nats. */
  readonly epsilon: number;
  /** The order that gave it; ∞ if there was no step. */
  readonly order: number;
}

/**
 * The epsilon of DP-SGD at a given delta, by Renyi DP at 151 fixed orders and the first conversion.
 *
 * ε = min over λ of T D_λ + log(1/δ) / (λ − 1), D_λ = {@link poissonGaussianRdp} at rate B/n.
 * Guarantee: upper bound, rounding included.
 * Assumes: Poisson-sampled batches, add-or-remove adjacency, a server that sees the raw gradients.
 * Edges: no steps → 0; few of them → the conversion's log(1/δ) / (λ − 1) at the largest order, 63.
 *
 * @param options.samplingRate B/n, expected batch / number of records, [1e-12, 1]
 * @param options.noiseMultiplier σ of the noise on the sum of a batch, standard deviation / clipping norm,
 *   [1e-8, 1e9]
 * @param options.steps T, integer in [0, 1e9]
 * @param options.delta δ, [1e-150, 1)
 * @returns ε, nats, and its order
 * @throws DpError OUT_OF_RANGE a parameter is NaN or outside its range
 * @example momentsAccountantEpsilon({ samplingRate: 256 / 60000, noiseMultiplier: 1.1, steps: 14062, delta: 1e-5 }).epsilon.toFixed(2); // "3.01"
 * @see Abadi et al., "Deep Learning with Differential Privacy", CCS 2016; Mironov, Talwar, Zhang 2019,
 *   arXiv:1908.10530; conversion: Mironov, "Renyi Differential Privacy", 2017, arXiv:1702.07476, Proposition
 *   3
 */
export function momentsAccountantEpsilon(options: {
  readonly samplingRate: number;
  readonly noiseMultiplier: number;
  readonly steps: number;
  readonly delta: number;
}): MomentsAccountantResult {
  checkOptions("momentsAccountantEpsilon", options);
  const { samplingRate, noiseMultiplier } = options;
  const steps = checkNumber("momentsAccountantEpsilon: steps", options.steps, DOMAIN.rounds);
  const delta = checkNumber("momentsAccountantEpsilon: delta", options.delta, DOMAIN.sharedDelta);
  const curve = {
    at: (order: number) => steps * poissonGaussianRdp({ samplingRate, noiseMultiplier, order }),
  };
  const { value, order } = epsilonByFirstConversion(curve, delta);
  return { epsilon: value, order };
}
