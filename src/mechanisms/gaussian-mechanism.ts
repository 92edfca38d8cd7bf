import type { MechanismEvent } from "../privacy/index.js";
import { fillNormals, type RandomSource } from "../random/index.js";
import { checkNumber, checkOptions, RANGES } from "../validate.js";
import { SIZE_RANGE } from "./_internal/check-ball.js";

/**
 * The grid of what is released, in standard deviations of the noise, rounded down to a power of two: so
 * coarse that the noise, which has 53 bits, is spread over each of its steps.
 */
const GRID = 2 ** -24;

/** Gaussian noise for vectors, with its event and its variance. */
export interface GaussianMechanism {
  /** σ Δ₂, the standard deviation of the noise on each entry. */
  readonly stdDev: number;
  /** What one noisy vector spends. */
  describe(): MechanismEvent;
  /**
   * Adds fresh noise to every entry, of which first what is beyond the grid's steps is cut off, towards zero.
   */
  addNoise(source: RandomSource, vector: Float64Array | Float32Array): void;
  /** Expected squared l2 length of the noise on `dimension` entries. */
  variance(dimension: number): number;
}

/**
 * Gaussian noise on a vector of known l2 sensitivity.
 *
 * For vectors clipped to norm C the sensitivity is 2C under replace-one and C under zero-out and
 * add-or-remove. Noise of standard deviation σ Δ₂ on each entry. Entries and noise are put on a grid of 2⁻²⁴
 * σ Δ₂ or a little less before they are added: the sum is the noisy vector's, rounded, and its low bits tell
 * nothing of the vector (Mironov, CCS 2012). Guarantee: the event's, but for the 53 bits of the uniform
 * numbers that the noise is made of; see {@link fillNormals}. Assumes: the caller has bounded the
 * sensitivity, e.g. by {@link clipInPlace}. The event that `describe` gives says that vectors are clipped:
 * under replace-one that they lie in a ball of radius Δ₂/2. Vectors that merely lie within Δ₂ of each other
 * need not (one-hot vectors, √2 apart, do not): give twice the radius of a ball around zero that holds them
 * all.
 *
 * @param options.noiseMultiplier σ, standard deviation over sensitivity, (0, ∞)
 * @param options.sensitivity     Δ₂, the largest l2 distance between neighbours' vectors, (0, ∞)
 * @returns the mechanism
 * @throws DpError OUT_OF_RANGE an option is outside its range, or σ Δ₂ outside [1e-100, 1e100]; BAD_INPUT
 *   there are no options
 * @see Dwork and Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Appendix A
 * @example gaussianMechanism({ noiseMultiplier: 1.5, sensitivity: 2 }).stdDev; // 3
 */
export function gaussianMechanism(options: {
  readonly noiseMultiplier: number;
  readonly sensitivity: number;
}): GaussianMechanism {
  const name = "gaussianMechanism";
  checkOptions(name, options);
  const noiseMultiplier = checkNumber(`${name}: noiseMultiplier`, options.noiseMultiplier, RANGES.positive);
  const sensitivity = checkNumber(`${name}: sensitivity`, options.sensitivity, RANGES.positive);
  const stdDev = checkNumber(`${name}: noiseMultiplier * sensitivity`, noiseMultiplier * sensitivity, {
    ...SIZE_RANGE,
    advice: `that is ${noiseMultiplier} * ${sensitivity}`,
  });
  const grid = 2 ** Math.floor(Math.log2(stdDev * GRID));
  return {
    stdDev,
    describe: () => ({ kind: "gaussian", noiseMultiplier }),
    addNoise(source, vector) {
      const noise = new Float64Array(vector.length);
      fillNormals(source, noise, stdDev);
      for (let index = 0; index < vector.length; index++) {
        const entry = vector[index]!;
        const beyond = entry % grid || 0; // infinite entries have none
        vector[index] = entry - beyond + grid * Math.round(noise[index]! / grid);
      }
    },
    variance: (dimension) =>
      checkNumber(`${name}: dimension`, dimension, RANGES.nonNegativeInteger) * stdDev ** 2,
  };
}
