import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import type { EstimateOptions, ReportsOptions } from "../estimate.js";

/** The confidence of the intervals, checked, or its default. */
export function checkConfidence(name: string, { confidence = 0.95 }: EstimateOptions): number {
  return checkNumber(`${name}: confidence`, confidence, { min: 0.5, max: 1 - 1e-6 });
}

/**
 * The confidence of several intervals, whether it is that of all together, and the probability with which
 * each may miss.
 */
export function checkSimultaneous(
  name: string,
  options: ReportsOptions,
  intervals: number,
): Required<ReportsOptions> & { readonly error: number } {
  const { simultaneous = false, dummies = 0 } = checkOptions(name, options);
  checkNumber(`${name}: dummies`, dummies, RANGES.nonNegativeInteger);
  const confidence = checkConfidence(name, options);
  return { confidence, simultaneous, dummies, error: (1 - confidence) / (simultaneous ? intervals : 1) };
}
