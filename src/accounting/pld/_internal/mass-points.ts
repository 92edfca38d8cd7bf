/** Points of P-mass at rising losses. */
export interface MassPoints {
  readonly loss: Float64Array;
  readonly mass: Float64Array;
  /** Where given, losses are so far apart, all of them. */
  readonly spacing?: number;
}

/**
 * The loss epsilon at which the sum of mass (1 - e^(epsilon - loss))_+ equals `target`; -Infinity where it is smaller everywhere.
 *
 * Walks down from the largest loss with nonnegative terms only: relative rounding below 4 ulp per point.
 */
export function epsilonOf({ loss, mass, spacing }: MassPoints, target: number): number {
  let at = loss[loss.length - 1]!;
  let profile = 0; // at `at`, by the points above it
  let slope = 0; // their Q-mass times e^loss
  let share = -Math.expm1(-(spacing ?? 0));
  for (let i = loss.length - 1; i >= 0; i--) {
    const next = loss[i]!;
    if (spacing === undefined) share = -Math.expm1(next - at);
    const rise = slope * share;
    // Where the two agree to the last digit, the logarithm may be that of nothing.
    if (profile + rise >= target) return Math.max(next, at + Math.log1p((profile - target) / slope));
    profile += rise;
    slope = slope * (1 - share) + mass[i]!;
    at = next;
  }
  return profile + slope > target ? at + Math.log1p((profile - target) / slope) : -Infinity;
}

/** The sum of mass (1 - e^(epsilon - loss))_+. */
export function deltaOf({ loss, mass }: MassPoints, epsilon: number): number {
  let sum = 0;
  for (let i = loss.length - 1; i >= 0 && loss[i]! > epsilon; i--) {
    sum += mass[i]! * -Math.expm1(epsilon - loss[i]!);
  }
  return sum;
}
