import { checkNumber, checkOptions, RANGES } from "../../validate.js";
import type { EstimateOptions, ReportsOptions, SimultaneousOptions } from "../estimate.js";
import { DUMMY_SCALES } from "../random-dummies.js";
import type { GivenDummies } from "./dummies-among.js";

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
): Required<SimultaneousOptions> & { readonly dummies: GivenDummies; readonly error: number } {
  const { simultaneous = false } = checkOptions(name, options);
  const dummies = checkDummies(name, options);
  const confidence = checkConfidence(name, options);
  return { confidence, simultaneous, dummies, error: (1 - confidence) / (simultaneous ? intervals : 1) };
}

/** The dummies among the reports, with the users where their number is random. */
export function checkDummies(
  name: string,
  { dummies = 0, users }: Pick<ReportsOptions, "dummies" | "users">,
): GivenDummies {
  if (typeof dummies !== "object") return checkNumber(`${name}: dummies`, dummies, RANGES.nonNegativeInteger);
  checkOptions(name, dummies, "dummies");
  checkNumber(`${name}: dummies.laplaceScale`, dummies.laplaceScale, DUMMY_SCALES);
  checkNumber(`${name}: dummies.centre`, dummies.centre, RANGES.nonNegativeInteger);
  return { numbers: dummies, users: checkNumber(`${name}: users`, users!, RANGES.positiveInteger) };
}
