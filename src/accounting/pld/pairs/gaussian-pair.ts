import { normalInterval } from "../../../numerics/normal-interval.js";
import { cellAtoms } from "../_internal/cell-atoms.js";
import { normalReach } from "../_internal/normal-reach.js";
import { rememberLast } from "../_internal/remember-last.js";
import type { LossPair } from "../loss-pair.js";

/** The Gaussian mechanism: P = N(1, s^2) against Q = N(0, s^2); the loss is N(1 / (2 s^2), 1 / s^2) under P. */
export function gaussianPair(noiseMultiplier: number): LossPair {
  return poissonGaussianPair(1, noiseMultiplier);
}

/**
 * The Poisson-subsampled Gaussian, a record removed: P = (1 - rate) N(0, s^2) + rate N(1, s^2) against Q = N(0, s^2).
 *
 * In z = x / s, the ratio is 1 - rate + rate e^(z / s - 1 / (2 s^2)), rising in z.
 */
export function poissonGaussianPair(rate: number, noiseMultiplier: number): LossPair {
  const shift = 1 / noiseMultiplier;
  const lossAt = (z: number) => logMixture(rate, z * shift - (shift * shift) / 2);
  const pointAt = (loss: number) => (logUnmix(rate, loss) + (shift * shift) / 2) / shift;
  const rangeOf = (reach: number) => ({ min: lossAt(-reach), max: lossAt(shift + reach) });
  const cellBetween = (from: number, to: number) => {
    const [a, b] = [pointAt(from), pointAt(to)];
    const massQ = normalInterval(a, b);
    const moved = normalInterval(a - shift, b - shift);
    const mass = (1 - rate) * massQ + rate * moved;
    // Where Q's mass leaves the doubles nothing bounds the loss.
    if (massQ < LEAST_MASS) return { mass, loss: Infinity };
    const excess = rate * (moved / massQ - 1);
    return { mass, loss: excess > -0.5 ? Math.log1p(excess) : Math.log(mass / massQ) };
  };
  return {
    symmetric: rate === 1,
    ...(rate < 1 ? { bulk: Math.abs(lossAt(0)) } : {}),
    lossScale: Math.min(shift, Math.sqrt(Math.log1p(rate * rate * Math.expm1(Math.min(700, shift * shift))))),
    lossSpan: (negligible) => {
      const { min, max } = rangeOf(normalReach(negligible));
      return max - min;
    },
    atoms: rememberLast((step, negligible) => cellAtoms(cellBetween, rangeOf(normalReach(negligible)), step)),
  };
}

/** log(1 - rate + rate e^loss). */
function logMixture(rate: number, loss: number): number {
  if (loss > FAR) return loss + Math.log(rate + (1 - rate) * Math.exp(-loss));
  return rate === 1 ? loss : Math.log1p(rate * Math.expm1(loss));
}

/** The inverse of `logMixture`; -Infinity at and below log(1 - rate). */
function logUnmix(rate: number, loss: number): number {
  if (loss > FAR) return loss - Math.log(rate) + Math.log1p(-(1 - rate) * Math.exp(-loss));
  return rate === 1 ? loss : Math.log1p(Math.max(-1, Math.expm1(loss) / rate));
}

/** Masses below it have lost their relative accuracy. */
const LEAST_MASS = 1e-290;
/** Losses beyond which e^loss is written by its logarithm. */
const FAR = 30;
