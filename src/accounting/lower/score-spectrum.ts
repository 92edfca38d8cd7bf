import { ROUNDING } from "../../numerics/rounding.js";
import type { ScoreLaw } from "./score-law.js";

/**
 * A law's characteristic function at the angles 2 pi k / length, k = 0 .. count, as 1 - (real + i imaginary).
 */
export interface ScoreSpectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** At least the sum of mass |sin(angle score / 2)|: half the distance from one is at most this. */
  readonly reach: Float64Array;
  /** What the sum has more of, where rounding is a share of one. */
  readonly far: Float64Array;
  /** The rounding of sines: of `real` at most this times `real` + `far`, of both parts this times `reach`. */
  readonly turnError: number;
}

/**
 * 1 - E e^(i angle (score - centre)) at low frequencies, of a law of mass one: mass that is missing counts as
 * mass at the centre.
 *
 * The terms are 2 sin^2 and -2 sin cos of half the angle, so that errors are a share of the distance from
 * one.
 */
export function scoreSpectrum(law: ScoreLaw, centre: number, length: number, count: number): ScoreSpectrum {
  const real = new Float64Array(count + 1);
  const imaginary = new Float64Array(count + 1);
  const reach = new Float64Array(count + 1);
  const far = new Float64Array(count + 1);
  const isExact = law.score.length <= 32; // then sines are computed one by one
  // Those of more scores are computed by rotation, which is started anew after eight steps.
  const steps = isExact ? 1 : 8;
  for (let i = 0; i < law.score.length; i++) {
    const score = law.score[i]! - centre;
    if (score === 0) continue;
    const mass = 2 * law.mass[i]!;
    const [turnCos, turnSin] = halfTurn(score, 1, length);
    for (let from = 0; from <= count; from += steps) {
      let [cos, sin] = halfTurn(score, from, length);
      for (let k = from; k < from + steps && k <= count; k++) {
        real[k]! += mass * sin * sin;
        imaginary[k]! -= mass * sin * cos;
        // The rounding of a rotation is a share of one there, not of the sine.
        const isFar = !isExact && Math.PI * k * Math.abs(score) > 2 * length;
        reach[k]! += (mass / 2) * (isFar ? 1 : Math.abs(sin));
        if (isFar) far[k]! += mass / 2;
        [cos, sin] = [cos * turnCos - sin * turnSin, sin * turnCos + cos * turnSin];
      }
    }
  }
  return { real, imaginary, reach, far, turnError: isExact ? ROUNDING.formula : ROUNDING.longFormula };
}

/**
 * Cosine and sine of pi k score / length, reduced exactly to at most a quarter turn: scores and lengths are
 * integers.
 */
function halfTurn(score: number, k: number, length: number): readonly [number, number] {
  const places = (k * (score % (2 * length))) % (2 * length);
  const halves = Math.round(places / length);
  const angle = (Math.PI * (places - halves * length)) / length;
  const sign = halves % 2 === 0 ? 1 : -1;
  return [sign * Math.cos(angle), sign * Math.sin(angle)];
}
