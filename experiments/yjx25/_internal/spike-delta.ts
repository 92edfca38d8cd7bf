import { normalCdf } from "../../../src/numerics/normal-cdf.js";

/**
 * The delta of two permuted entries between the spike and nothing, c = c' = 1: half of N(1, sigma^2) and of
 * N(-1, sigma^2) against N(0, sigma^2), whose ratio rises with |x|.
 */
export function spikeDelta({
  noiseMultiplier: sigma,
  epsilon,
}: {
  readonly noiseMultiplier: number;
  readonly epsilon: number;
}): number {
  const from = sigma ** 2 * Math.acosh(Math.exp(epsilon + 1 / (2 * sigma ** 2)));
  const beyond = (mean: number) => normalCdf((mean - from) / sigma) + normalCdf((-mean - from) / sigma);
  return beyond(1) - Math.exp(epsilon) * beyond(0);
}
