import { checkNumber, checkOptions } from "../../validate.js";
import type { EstimateOptions, SimultaneousOptions } from "../estimate.js";

/** The confidence of the intervals, checked, or its default. */
export function checkConfidence(name: string, { confidence = 0.95 }: EstimateOptions): number {
  return checkNumber(`${name}: confidence`, confidence, { min: 0.5, max: 1 - 1e-6 });
}

/** The confidence of several intervals, whether it is that of all together, and the probability with which each may miss. */
export function checkSimultaneous(
  name: string,
  options: SimultaneousOptions,
  intervals: number,
): Required<SimultaneousOptions> & { readonly error: number } {
  const { simultaneous = false } = checkOptions(name, options);
  const confidence = checkConfidence(name, options);
  return { confidence, simultaneous, error: (1 - confidence) / (simultaneous ? intervals : 1) };
}
