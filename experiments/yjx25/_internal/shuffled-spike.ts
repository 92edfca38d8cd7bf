import type { Game } from "../../../src/auditing/index.js";
import { normalCdf } from "../../../src/numerics/normal-cdf.js";
import { normalQuantile } from "../../../src/numerics/normal-quantile.js";
import { fillNormals, type RandomSource, sampleUniform } from "../../../src/random/index.js";

/** Entries that the attacker looks at: the largest ones. */
const LOOKED_AT = 32;

/**
 * Permuted Gaussian vectors, one a step, of which a sampled one has 1 added in some entry if the canary is
 * there.
 */
export interface ShuffledSpike {
  readonly dimension: number;
  /** Standard deviation of the noise; the canary's entry is 1. */
  readonly noiseMultiplier: number;
  readonly samplingRate: number;
  readonly steps: number;
}

/**
 * The Dirac canary against permuted gradients. A step's largest entries are drawn exactly, from the largest
 * on, as order statistics; the score is the log-likelihood ratio with the mean of the other entries' ratios
 * in place of the ratios themselves, which nobody has to draw: a function of what is released.
 */
export function shuffledSpikeGame(run: ShuffledSpike): Game {
  const { dimension, noiseMultiplier, samplingRate, steps } = run;
  const largest = new Float64Array(LOOKED_AT);
  const normal = new Float64Array(1);
  return {
    trial: (secret, source) => {
      let score = 0;
      for (let step = 0; step < steps; step++) {
        const isThere = secret && sampleUniform(source) < samplingRate;
        drawLargest(largest, { count: isThere ? dimension - 1 : dimension, noiseMultiplier, source });
        if (isThere) {
          fillNormals(source, normal, noiseMultiplier);
          insert(largest, normal[0]! + 1);
        }
        score += Math.log1p(samplingRate * (ratioOf(largest, run) - 1));
      }
      return score;
    },
  };
}

/**
 * The largest of `count` normal numbers, in falling order: the k-th largest uniform is the one before times
 * U^(1/(count - k)).
 */
function drawLargest(
  largest: Float64Array,
  law: { readonly count: number; readonly noiseMultiplier: number; readonly source: RandomSource },
): void {
  let log = 0;
  for (let k = 0; k < largest.length; k++) {
    log += Math.log(1 - sampleUniform(law.source)) / (law.count - k);
    largest[k] = -law.noiseMultiplier * normalQuantile(-Math.expm1(log));
  }
}

/** Puts a number into its place; the smallest falls out. */
function insert(falling: Float64Array, value: number): void {
  let place = falling.length;
  while (place > 0 && falling[place - 1]! < value) place--;
  if (place === falling.length) return;
  falling.copyWithin(place + 1, place, falling.length - 1);
  falling[place] = value;
}

/**
 * The mean over all entries of e^(y/σ² - 1/(2σ²)), of those below the smallest drawn one by its expectation.
 */
function ratioOf(largest: Float64Array, { dimension, noiseMultiplier: s }: ShuffledSpike): number {
  let sum = 0;
  for (const y of largest) sum += Math.exp((y - 1 / 2) / (s * s));
  const edge = largest.at(-1)!;
  const rest = (dimension - largest.length) * (normalCdf((edge - 1) / s) / normalCdf(edge / s));
  return (sum + rest) / dimension;
}
