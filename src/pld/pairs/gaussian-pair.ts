import { memoizeLast } from "../../numerics/memoize-last.js";
import { normalInterval } from "../../numerics/normal-interval.js";
import { discretizeContinuous } from "../discretize/discretize-continuous.js";
import type { DominatingPair } from "../dominating-pair.js";

/**
 * Smaller masses have lost their relative accuracy. Valid at any larger value: nothing bounds the loss there.
 * Twice or half of it changes no figure.
 */
const MIN_MASS = 1e-290;
/**
 * Of N(0, 1), rounded up: the interval between the halves of N(0, 1) and N(shift, 1) that face each other has
 * at most this mass per shift.
 */
const MAX_DENSITY = 0.39894229;
/**
 * Losses beyond which e^loss is represented by its logarithm: valid up to 700, beyond which e^loss overflows.
 * Twice as large, it changes no figure.
 */
const LARGE_LOSS = 30;

/**
 * The Gaussian mechanism: P = N(1, s^2) against Q = N(0, s^2); the loss is N(1 / (2 s^2), 1 / s^2) under P.
 */
export function gaussianPair(noiseMultiplier: number): DominatingPair {
  return poissonGaussianPair(1, noiseMultiplier);
}

/**
 * The Poisson-subsampled Gaussian, a record removed: P = (1 - q) N(0, s^2) + q N(1, s^2) against Q = N(0,
 * s^2), q the sampling rate.
 *
 * In z = x / s, the ratio is 1 - q + q e^(z / s - 1 / (2 s^2)), rising in z.
 */
export function poissonGaussianPair(samplingRate: number, noiseMultiplier: number): DominatingPair {
  const shift = 1 / noiseMultiplier;
  const lossAt = (z: number) => logMixture(samplingRate, z * shift - (shift * shift) / 2);
  const pointAt = (loss: number) => (logUnmix(samplingRate, loss) + (shift * shift) / 2) / shift;
  const rangeOf = (reach: number) => ({ min: lossAt(-reach), max: lossAt(shift + reach) });
  const modalLoss = samplingRate < 1 ? lossAt(0) : undefined;
  const intervalAt = (from: number, to: number) => {
    const a = pointAt(from);
    const b = pointAt(to);
    const massQ = normalInterval(a, b);
    const shifted = normalInterval(a - shift, b - shift);
    const mass = (1 - samplingRate) * massQ + samplingRate * shifted;
    // Where Q's mass leaves the doubles nothing bounds the loss.
    if (massQ < MIN_MASS) return { mass, loss: Infinity };
    const excess = samplingRate * (shifted / massQ - 1);
    return { mass, loss: excess > -0.5 ? Math.log1p(excess) : Math.log(mass / massQ) };
  };
  return {
    symmetric: samplingRate === 1,
    totalVariation: samplingRate * Math.min(1, MAX_DENSITY * shift),
    lossStdDev: Math.min(
      shift,
      Math.sqrt(Math.log1p(samplingRate * samplingRate * Math.expm1(Math.min(700, shift * shift)))),
    ),
    lossSpan: (negligibleMass) => {
      const { min, max } = rangeOf(normalReach(negligibleMass));
      return max - min;
    },
    pmfs: memoizeLast((step, negligibleMass) =>
      discretizeContinuous(intervalAt, rangeOf(normalReach(negligibleMass)), step, modalLoss),
    ),
  };
}

/**
 * Standard deviations beyond which a normal law has less than `negligibleMass`: Phi(-z) <= e^(-z^2 / 2) / 2.
 */
function normalReach(negligibleMass: number): number {
  return Math.sqrt(-2 * Math.log(negligibleMass));
}

/** log(1 - samplingRate + samplingRate e^loss). */
function logMixture(samplingRate: number, loss: number): number {
  if (loss > LARGE_LOSS) return loss + Math.log(samplingRate + (1 - samplingRate) * Math.exp(-loss));
  return samplingRate === 1 ? loss : Math.log1p(samplingRate * Math.expm1(loss));
}

/** The inverse of `logMixture`; -Infinity at and below log(1 - samplingRate). */
function logUnmix(samplingRate: number, loss: number): number {
  if (loss > LARGE_LOSS)
    return loss - Math.log(samplingRate) + Math.log1p(-(1 - samplingRate) * Math.exp(-loss));
  return samplingRate === 1 ? loss : Math.log1p(Math.max(-1, Math.expm1(loss) / samplingRate));
}
