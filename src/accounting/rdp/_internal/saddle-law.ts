import { logPoissonMass } from "../../../numerics/log-poisson-mass.js";
import type { Ratio } from "../ratio.js";
import { scaledExcess } from "./scaled-excess.js";

/**
 * Weights so far below the sum end the law: what is left out is bounded, but only roughly where moments are
 * large. Valid at any value: the moments are the same at 1e-30 and at 1e-240.
 */
const NEGLIGIBLE = 1e-120;

/**
 * What one of n copies takes of an order m: k with a weight of e^-l l^k E[X^k] / k!, where n copies together
 * take about m.
 */
export interface SaddleLaw {
  /** l. */
  readonly rate: number;
  /** g_k = e^-l l^k (E[X^k] - 1) / k! for k < K. */
  readonly excesses: Float64Array;
  /** Of the weights. */
  readonly variance: number;
  /** Mean square of k - m / n by the g_k. */
  readonly excessSpread: number;
}

/**
 * The law at the saddle point, cut at the K past its peak where the weights have died away or begin to rise;
 * K >= m / n.
 *
 * @returns undefined where there is no peak, or none within reach
 */
export function saddleLaw(ratio: Ratio, count: number, order: number): SaddleLaw | undefined {
  const target = order / count;
  const logTarget = Math.log(target);
  let logRate = logTarget;
  // Moments rise with k: the rate is never above the target.
  for (let step = 0; step < 20 && logRate <= logTarget; step++) {
    const { mean, ...law } = lawAt(Math.exp(logRate), { ratio, order, target });
    if (!Number.isFinite(law.variance)) return undefined;
    const deviation = Math.sqrt(count * law.variance);
    // The saddle point need not be met: a tenth of a deviation beside it no digit is lost.
    if (Math.abs(count * mean - order) < 0.1 * deviation) {
      // Where what exceeds one lies further off, the integral would lose digits.
      const fits = law.excesses.length >= target && Math.sqrt(law.excessSpread) < 2 * deviation;
      return fits ? law : undefined;
    }
    logRate += ((logTarget - Math.log(mean)) * mean) / law.variance;
  }
  return undefined;
}

function lawAt(
  rate: number,
  { ratio, order, target }: { readonly ratio: Ratio; readonly order: number; readonly target: number },
): SaddleLaw & { readonly mean: number } {
  const excesses = new Float64Array(order + 1);
  let total = 0;
  let first = 0;
  let second = 0;
  let before = 0;
  let falling = false;
  let cut = 0;
  for (let k = 0; k <= order; k++) {
    const logPoisson = k === 0 ? -rate : logPoissonMass(k, rate);
    const logMoment = ratio.logMoment(k);
    const weight = Math.exp(logPoisson + logMoment);
    if (falling && (weight > before || weight < NEGLIGIBLE * total)) break;
    falling = weight < before;
    before = weight;
    excesses[cut++] = scaledExcess(logPoisson, logMoment, 0);
    total += weight;
    first += k * weight;
    second += k * k * weight;
  }
  const mean = first / total;
  const found = excesses.slice(0, cut);
  return {
    rate,
    excesses: found,
    mean,
    variance: second / total - mean * mean,
    excessSpread: meanSquare(found, target),
  };
}

/** Of the distance from `centre`. */
function meanSquare(weights: Float64Array, centre: number): number {
  let sum = 0;
  let total = 0;
  for (let k = 0; k < weights.length; k++) {
    sum += weights[k]! * (k - centre) ** 2;
    total += weights[k]!;
  }
  return sum / total;
}
