import { LOG_SQRT_TWO_PI } from "../../numerics/log-sqrt-two-pi.js";
import { millsRatio } from "../../numerics/mills-ratio.js";

/**
 * Approximate epsilon of the Gaussian pair with mean shift `shift` at delta, for small shifts: shift (z +
 * shift / 2), z the deviations below. For first guesses only.
 */
export function guessedEpsilon(shift: number, delta: number): number {
  return shift * (guessedDeviations(shift, delta) + shift / 2);
}

/**
 * By how many standard deviations that epsilon is above the mean loss: the z of delta = shift phi(z) (1 - z
 * M(z)), M the Mills ratio; Infinity where no epsilon is enough.
 */
export function guessedDeviations(shift: number, delta: number): number {
  const target = Math.log(delta) - Math.log(shift) + LOG_SQRT_TWO_PI;
  if (target === -Infinity) return Infinity;
  let z = roughRoot(target);
  for (let i = 0; i < 4; i++) {
    const mills = millsRatio(z);
    const left = 1 - z * mills;
    // Below a millionth delta hardly changes.
    z = Math.max(1e-6, z + ((Math.log(left) - (z * z) / 2 - target) * left) / mills);
  }
  return z;
}

/** The root of -z^2 / 2 - log(1 + z^2) = target, about. */
function roughRoot(target: number): number {
  let square = 1;
  for (let i = 0; i < 4; i++) square = Math.max(0.01, -2 * (target + Math.log(1 + square)));
  return Math.sqrt(square);
}
