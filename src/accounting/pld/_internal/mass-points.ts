/** Points of P-mass at rising losses. */
export interface MassPoints {
  readonly count: number;
  /** Where given, losses are so far apart, all of them. */
  readonly spacing?: number;
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
  let share = -Math.expm1(-(points.spacing ?? 0));
  for (let i = points.count - 1; i >= 0; i--) {
    const next = points.lossAt(i);
    if (points.spacing === undefined) share = -Math.expm1(next - loss);
    const rise = slope * share;
    if (profile + rise >= target) return loss + Math.log1p((profile - target) / slope);
    profile += rise;
    slope = slope * (1 - share) + points.massAt(i);
    loss = next;
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
