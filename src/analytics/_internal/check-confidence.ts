import { checkNumber } from "../../validate.js";
import type { EstimateOptions } from "../estimate.js";

/** The confidence of the intervals, checked, or its default. */
export function checkConfidence(name: string, { confidence = 0.95 }: EstimateOptions): number {
  return checkNumber(`${name}: confidence`, confidence, { min: 0.5, max: 1 - 1e-6 });
}
