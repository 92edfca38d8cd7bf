import type { LevelNoise } from "./level-noise.js";

/** Neighbouring tilts' ratio, and how many are tried: any of them gives a valid radius. */
const TILTS = { ratio: 0.97, count: 800 };

/** Users' errors, each of them bounded, and the noise that dummies add to their sum. */
interface NoisyErrors {
  readonly users: number;
  /** Of each user's error. */
  readonly variance: number;
  readonly reach: number;
  readonly noise: LevelNoise;
  /** By what the noise is divided. */
  readonly contrast: number;
}

/**
 * How far the mean of users' errors and the dummies' noise may stray: further with probability at most
 * `error`, for any such errors.
 *
 * Chernoff's bound of the sum: log E e^(t X) <= variance t² / (2 (1 - reach t / 3)) for each user
 * (Bernstein), and the noise's own logarithm; P(|mean| >= r) <= 2 e^(logMoment - t users r).
 */
export function chernoffRadius(
  { users, variance, reach, noise, contrast }: NoisyErrors,
  error: number,
): number {
  const maxTilt = Math.min(3 / reach, noise.maxTilt * contrast);
  const radiusAt = (tilt: number): number => {
    const ofUsers = (users * variance * tilt ** 2) / (2 * (1 - (reach * tilt) / 3));
    return (ofUsers + noise.logMoment(tilt / contrast) + Math.log(2 / error)) / (tilt * users);
  };
  const tilts = Array.from({ length: TILTS.count }, (_, index) => maxTilt * TILTS.ratio ** (index + 1));
  return tilts.reduce((least, tilt) => Math.min(least, radiusAt(tilt)), Infinity);
}
