import erfc from "@stdlib/math-base-special-erfc";
import { millsFraction } from "./_internal/mills-fraction.js";
import { millsBySeries, SERIES_FROM, SERIES_TO } from "./_internal/mills-series.js";

/**
 * The Mills ratio M(x) = (1 - Phi(x)) / phi(x) of the standard normal law: its tail without the factor
 * exp(-x^2 / 2).
 *
 * Relative error below 1e-14 for x >= 0; overflows to Infinity below x = -37.
 */
export function millsRatio(x: number): number {
  if (x > SERIES_TO) return 1 / (x + millsFraction(x));
  if (x >= SERIES_FROM) return millsBySeries(x);
  return Math.sqrt(Math.PI / 2) * Math.exp((x * x) / 2) * erfc(x * Math.SQRT1_2);
}
