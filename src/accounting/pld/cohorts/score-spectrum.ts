import type { ScoreLaw } from "./score-law.js";

/** Of sines and cosines after STEPS rotations, and of their products. */
export const TRIGONOMETRIC_ERROR: number = 2 ** -44;

/** A law's characteristic function at the angles 2 pi k / length, k = 0 .. count, as 1 - (real + i imaginary). */
export interface ScoreSpectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** Sum of mass |sin(angle score / 2)|, or of all the mass where the angle is large: half the distance from one is at most this. */
  readonly reach: Float64Array;
  /** The mass of large angles. */
  readonly far: Float64Array;
}

/** Half an angle beyond which rounding is a share of one, not of the sine. */
const LARGE = 2;
/** A rotation is started anew after so many steps, so that its rounding does not grow. */
const STEPS = 8;

/**
 * 1 - E e^(i angle (score - centre)) at low frequencies, of a law of mass one: mass that is missing counts as mass at the centre.
 *
 * The terms are 2 sin^2 and -2 sin cos of half the angle, so that the error is at most TRIGONOMETRIC_ERROR times `reach`, and that of the
 * real part times `real` + `far`.
 */
export function scoreSpectrum(law: ScoreLaw, centre: number, length: number, count: number): ScoreSpectrum {
  const real = new Float64Array(count + 1);
  const imaginary = new Float64Array(count + 1);
  const reach = new Float64Array(count + 1);
  const far = new Float64Array(count + 1);
  for (let i = 0; i < law.score.length; i++) {
    const score = law.score[i]! - centre;
    if (score === 0) continue;
    const mass = 2 * law.mass[i]!;
    const [turnCos, turnSin] = halfTurn(score, 1, length);
    for (let from = 0; from <= count; from += STEPS) {
      let [cos, sin] = halfTurn(score, from, length);
      for (let k = from; k < from + STEPS && k <= count; k++) {
        real[k]! += mass * sin * sin;
        imaginary[k]! -= mass * sin * cos;
        const isLarge = Math.PI * k * Math.abs(score) > LARGE * length;
        reach[k]! += (mass / 2) * (isLarge ? 1 : Math.abs(sin));
        if (isLarge) far[k]! += mass / 2;
        [cos, sin] = [cos * turnCos - sin * turnSin, sin * turnCos + cos * turnSin];
      }
    }
  }
  return { real, imaginary, reach, far };
}

/** Cosine and sine of pi k score / length, reduced exactly: scores and lengths are integers. */
function halfTurn(score: number, k: number, length: number): readonly [number, number] {
  const angle = (Math.PI * (((k % (2 * length)) * (score % (2 * length))) % (2 * length))) / length;
  return [Math.cos(angle), Math.sin(angle)];
}
