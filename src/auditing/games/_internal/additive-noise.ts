import { fillNormals, sampleUniform } from "../../../random/index.js";
import type { Loss } from "./finite-loss.js";

/** A number that is 1/2 or -1/2, with normal noise of deviation `noiseMultiplier`; each takes part with probability `rate`. */
export function normalLoss(noiseMultiplier: number, ends: NoiseEnds): Loss {
  const { present, absent, rate } = ends;
  const normal = new Float64Array(1);
  const logOf = (x: number, mean: number): number =>
    mean === 0 ? 0 : logMixture(rate, (mean * (2 * x - mean)) / (2 * noiseMultiplier * noiseMultiplier));
  return (secret, source) => {
    fillNormals(source, normal, noiseMultiplier);
    const takesPart = rate === 1 || sampleUniform(source) < rate;
    const x = normal[0]! + (takesPart ? (secret ? present : absent) : 0);
    return logOf(x, present) - logOf(x, absent);
  };
}

/** What the changed record adds under each secret, in units of the sensitivity. */
export interface NoiseEnds {
  readonly present: number;
  readonly absent: number;
  /** Probability that the record takes part. */
  readonly rate: number;
}

/** log(1 - rate + rate e^loss), without overflow. */
function logMixture(rate: number, loss: number): number {
  if (rate === 1) return loss;
  return loss > 0
    ? loss + Math.log(rate + (1 - rate) * Math.exp(-loss))
    : Math.log1p(rate * Math.expm1(loss));
}

/**
 * A number that is 0 or 1 with Laplace noise. The ratio is constant beyond both ends, exactly so: as a difference of |x| and |x - 1| it would show the
 * low bits of x, which tell 0 and 1 apart (Mironov's attack on floating-point noise), and the game would be of another system.
 */
export function laplaceLoss(scale: number): Loss {
  return (secret, source) => {
    const u = sampleUniform(source) - 1 / 2;
    const noise = -scale * Math.sign(u) * Math.log1p(-2 * Math.abs(u));
    const x = noise + Number(secret);
    return (2 * Math.min(1, Math.max(0, x)) - 1) / scale;
  };
}
