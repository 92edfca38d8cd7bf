import { rememberLast } from "../_internal/remember-last.js";
import { lawOfTheMean } from "../law/law-of-the-mean.js";
import { lossAtomsOf, type RatioLawBracket, ratioLawOf } from "../law/ratio-law.js";
import type { LossPair } from "../loss-pair.js";
import { gaussianPair } from "./gaussian-pair.js";

/**
 * The shuffle Gaussian pair: P = (1/n) sum_i N(e_i, s^2 I) against Q = N(0, s^2 I).
 *
 * Its ratio is the mean of n i.i.d. ratios of the Gaussian pair. The last pair asked for is kept with its atoms.
 */
export const shuffleGaussianPair: (users: number, noiseMultiplier: number) => LossPair =
  rememberLast(buildPair);

function buildPair(users: number, noiseMultiplier: number): LossPair {
  if (users === 1) return gaussianPair(noiseMultiplier);
  const variance = Math.expm1(Math.min(700, noiseMultiplier ** -2));
  const lossScale = Math.min(1 / noiseMultiplier, Math.sqrt(variance / users));
  const stages = stagesOf(users);
  return {
    symmetric: false,
    lossScale,
    lossSpan: () => 40 * lossScale,
    atoms: rememberLast((step, negligible) => {
      const fineness = Math.min(0.2, ((step / lossScale) * SHARE) / Math.sqrt(stages));
      const base = (width: number) => gaussianRatio(noiseMultiplier, width, negligible);
      const { upper, lower } = lawOfTheMean(base, { copies: users, fineness, negligible });
      return { upper: lossAtomsOf(upper), lower: lossAtomsOf(lower) };
    }),
  };
}

/** How often the law is put back on a grid: one doubling per binary digit, one addition per one. */
function stagesOf(copies: number): number {
  const digits = copies.toString(2);
  return digits.length + digits.replaceAll("0", "").length;
}

/** Against the lattice's share of the bracket, so that each of the two takes its part. */
const SHARE = 1.5;

/** The Gaussian pair's ratio, in bins of so many standard deviations of its logarithm. */
function gaussianRatio(noiseMultiplier: number, fineness: number, negligible: number): RatioLawBracket {
  const { upper, lower } = gaussianPair(noiseMultiplier).atoms((4 * fineness) / noiseMultiplier, negligible);
  return { upper: ratioLawOf(upper), lower: ratioLawOf(lower) };
}
