import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { gaussianDelta } from "../theorems/gaussian.js";

/** A sample of users whose reports are not shuffled. */
export interface SeenSample {
  /** Under the adjacency in use. */
  readonly noiseMultiplier: number;
  /** The probability that the changed user reports. */
  readonly samplingRate: number;
}

/** An upper bound of delta where everybody sees who reports, and what. */
export function seenSamplingDelta({ noiseMultiplier, samplingRate }: SeenSample, epsilon: number): number {
  return roundedUp(samplingRate * gaussianDelta({ epsilon, noiseMultiplier }), ROUNDING.formula);
}
