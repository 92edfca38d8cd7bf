import { logSpreadOf } from "./log-spread-of.js";
import type { RatioLaw } from "./ratio-law.js";

/** Below this spread of the logarithm, values are stored less one. */
const NARROW = 0.01;

/** The same law with origin 1 once it is narrow. */
export function recentred(law: RatioLaw): RatioLaw {
  if (law.origin === 1 || logSpreadOf(law).stdDev > NARROW) return law;
  return { ...law, origin: 1, value: law.value.map((value) => value - 1) };
}
