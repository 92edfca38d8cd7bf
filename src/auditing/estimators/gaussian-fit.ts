import { gaussianEpsilon } from "../../accounting/theorems/gaussian.js";
import { normalQuantile } from "../../numerics/normal-quantile.js";
import { checkArray, checkNumber, checkOptions, DOMAIN, RANGES } from "../../validate.js";
import type { TradeOffPoint } from "./trade-off-band.js";

/** Of the results, for rounding. */
const ROUNDING = 1 - 1e-9;

/** What an audit finds of a mechanism whose trade-off curve is a Gaussian one. */
export interface GaussianFit {
  /** μ: no smaller one can hold. */
  readonly mu: number;
  /** ε at delta of the Gaussian mechanism with that μ, nats. */
  readonly epsilon: number;
}

/**
 * A lower bound of epsilon from upper bounds of both errors of an attack, if the mechanism's trade-off curve
 * is that of two normal laws.
 *
 * μ = max Φ⁻¹(1 - typeOne) - Φ⁻¹(typeTwo) at the errors' upper bounds, at least 0; ε as δ(ε) = Φ(μ/2 - ε/μ) -
 * e^ε Φ(-μ/2 - ε/μ) says. Guarantee: μ is a lower bound with the confidence with which all of the errors'
 * bounds hold, **conditional** on the Gaussian form, which no audit can show; rounded down. Without that form
 * it can exceed the truth.
 *
 * @param points the errors, each with its upper bound, e.g. of {@link tradeOffBand}
 * @param options.delta δ, [1e-100, 1)
 * @throws DpError OUT_OF_RANGE a number is NaN or outside its range
 * @example
 * const rates = { threshold: 0, typeOne: { estimate: 0.1, upper: 0.12 }, typeTwo: { estimate: 0.2, upper: 0.23 } };
 * gaussianFit([rates], { delta: 1e-5 }).mu.toFixed(4); // "1.9138"
 * @see Nasr, Hayes, Steinke, Balle, Tramer, Jagielski, Carlini and Terzis 2023, arXiv:2302.07956;
 *   docs/theorems/audit-trade-off.md
 */
export function gaussianFit(
  points: readonly Pick<TradeOffPoint, "typeOne" | "typeTwo">[],
  options: { readonly delta: number },
): GaussianFit {
  const delta = checkNumber("gaussianFit: delta", checkOptions("gaussianFit", options).delta, DOMAIN.delta);
  const bounds = checkArray("gaussianFit: points", points).map((point, index) => {
    const { typeOne, typeTwo } = checkOptions("gaussianFit", point, `points[${index}]`);
    const first = checkNumber("gaussianFit: typeOne.upper", typeOne?.upper, RANGES.probability);
    const second = checkNumber("gaussianFit: typeTwo.upper", typeTwo?.upper, RANGES.probability);
    const isUseless = first === 0 || second === 0 || first === 1 || second === 1;
    return isUseless ? 0 : -normalQuantile(first) - normalQuantile(second);
  });
  const mu = Math.max(0, ...bounds) * ROUNDING;
  return { mu, epsilon: mu === 0 ? 0 : gaussianEpsilon({ delta, noiseMultiplier: 1 / mu }) * ROUNDING };
}
