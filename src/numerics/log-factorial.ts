import { logFactorials } from "./log-factorials.js";

let table: Float64Array = new Float64Array(2);

/** log k! for integers k >= 0, from one table that grows. */
export function logFactorial(k: number): number {
  if (k >= table.length) table = logFactorials(Math.max(k, 2 * table.length));
  return table[k]!;
}
