import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { type RandomSource, sampleUniform } from "../../../random/index.js";

/**
 * A binomial count, by inversion from the mode outwards, in about as many steps as it has standard
 * deviations; what rounding leaves over goes to the mode.
 */
export function drawBinomial(source: RandomSource, trials: number, probability: number): number {
  if (trials === 0 || probability <= 0) return 0;
  if (probability > 1 / 2) return trials - drawBinomial(source, trials, 1 - probability);
  const complement = 1 - probability;
  const odds = probability / complement;
  const mode = Math.min(trials, Math.floor((trials + 1) * probability));
  let above = Math.exp(logBinomialMass(mode, trials, { probability, complement }));
  let below = above;
  let rest = sampleUniform(source) - above;
  for (let step = 1; rest >= 0 && above + below > 0; step++) {
    const high = mode + step;
    const low = mode - step;
    above *= high > trials ? 0 : ((trials - high + 1) / high) * odds;
    rest -= above;
    if (rest < 0) return high;
    below *= low < 0 ? 0 : (low + 1) / (trials - low) / odds;
    rest -= below;
    if (rest < 0) return low;
  }
  return mode;
}
