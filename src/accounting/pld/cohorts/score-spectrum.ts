import type { ScoreLaw } from "./score-law.js";

/** A law's characteristic function at the angles 2 pi k / length, k = 0 .. count, as 1 - (real + i imaginary). */
export interface ScoreSpectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** Sum of mass |sin(angle score / 2)|, which bounds half the distance from one. */
  readonly reach: Float64Array;
}

/** A rotation is started anew after so many steps, so that its rounding does not grow. */
const STEPS = 8;

/**
 * 1 - E e^(i angle (score - centre)) at low frequencies, of a law of mass one: mass that is missing counts as mass at the centre.
 *
 * The terms are 2 sin^2 and -2 sin cos of half the angle, so that the error is a share of `reach`, not of one.
 */
export function scoreSpectrum(law: ScoreLaw, centre: number, length: number, count: number): ScoreSpectrum {
  const real = new Float64Array(count + 1);
  const imaginary = new Float64Array(count + 1);
  const reach = new Float64Array(count + 1);
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
        reach[k]! += (mass / 2) * Math.abs(sin);
        [cos, sin] = [cos * turnCos - sin * turnSin, sin * turnCos + cos * turnSin];
      }
    }
  }
  return { real, imaginary, reach };
}

/** Cosine and sine of pi k score / length, reduced exactly: scores and lengths are integers. */
function halfTurn(score: number, k: number, length: number): readonly [number, number] {
  const angle = (Math.PI * (((k % (2 * length)) * (score % (2 * length))) % (2 * length))) / length;
  return [Math.cos(angle), Math.sin(angle)];
}
