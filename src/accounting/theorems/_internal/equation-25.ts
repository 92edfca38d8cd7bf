import { logExpm1 } from "../../../numerics/log-expm1.js";
import { logNormalCdf } from "../../../numerics/log-normal-cdf.js";
import { logOnePlusExp } from "../../../numerics/log-one-plus-exp.js";
import { normalCdf } from "../../../numerics/normal-cdf.js";
import type { WeightShuffleStep } from "./weight-shuffle-step.js";

/**
 * The Fenton-Wilkinson law of the log-likelihood ratio under one of the two data sets: zeta_i and sigma_Zi of
 * Equation 26.
 */
interface LogRatio {
  readonly zeta: number;
  readonly stdDev: number;
}

/** The left side of Equation 25 of YJX25, h of its Equation 42; it may be negative. */
export function equation25(mechanism: WeightShuffleStep, epsilon: number): number {
  const { noiseMultiplier, batchClipRatio } = mechanism;
  const precision = 1 / noiseMultiplier ** 2;
  const first = logRatio(mechanism, batchClipRatio);
  const second = logRatio(mechanism, 1 + batchClipRatio);
  const argument = ({ zeta, stdDev }: LogRatio, shift: number) =>
    stdDev / 2 + (zeta - shift - epsilon) / stdDev;
  const kept = normalCdf(argument(first, 0));
  return kept - Math.exp(epsilon + logNormalCdf(argument(second, precision)));
}

/** `overlap` is c c' for the first law and c (c + c') for the second, in units of c^2. */
function logRatio({ noiseMultiplier, dimension }: WeightShuffleStep, overlap: number): LogRatio {
  const precision = 1 / noiseMultiplier ** 2;
  const exponent = -(overlap * precision) * (dimension / (dimension - 1));
  const others = (dimension - 1) * Math.exp(exponent);
  const logSpread = Math.log1p(others * Math.exp(exponent)) - 2 * Math.log1p(others);
  return {
    zeta: -Math.log1p(others),
    stdDev: Math.sqrt(logOnePlusExp(logSpread + logExpm1(precision))),
  };
}
