import { normalCdf } from "../normal-cdf.js";
import type { LognormalLaw } from "./lognormal-sum.js";

/** P(log X <= logX) for X of the given law. */
export function lognormalCdf(law: LognormalLaw, logX: number): number {
  return normalCdf((logX - law.logMean) / law.logStdDev);
}
