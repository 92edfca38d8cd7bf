/** Points of P-mass at rising losses. */
export interface MassPoints {
  readonly count: number;
  lossAt(index: number): number;
  massAt(index: number): number;
}

/**
 * The loss epsilon at which the sum of mass (1 - e^(epsilon - loss))_+ equals `target`; -Infinity where it is smaller everywhere.
 *
 * Walks down from the largest loss with nonnegative terms only: relative rounding below 4 ulp per point.
 */
export function epsilonOf(points: MassPoints, target: number): number {
  let loss = points.lossAt(points.count - 1);
  let profile = 0; // at `loss`, by the points above it
  let slope = 0; // their Q-mass times e^loss
  for (let i = points.count - 1; i >= 0; i--) {
    const gap = loss - points.lossAt(i);
    const decay = Math.exp(-gap);
    const rise = slope * -Math.expm1(-gap);
    if (profile + rise >= target) return loss + Math.log1p((profile - target) / slope);
    profile += rise;
    slope = slope * decay + points.massAt(i);
    loss = points.lossAt(i);
  }
  return profile + slope > target ? loss + Math.log1p((profile - target) / slope) : -Infinity;
}

/** The sum of mass (1 - e^(epsilon - loss))_+. */
export function deltaOf(points: MassPoints, epsilon: number): number {
  let sum = 0;
  for (let i = points.count - 1; i >= 0 && points.lossAt(i) > epsilon; i--) {
    sum += points.massAt(i) * -Math.expm1(epsilon - points.lossAt(i));
  }
  return sum;
}
