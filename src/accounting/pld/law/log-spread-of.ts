import type { RatioLaw } from "./ratio-law.js";

/** Mean and standard deviation of the ratio's logarithm under Q, zeros left out. */
export function logSpreadOf({ origin, value, mass }: RatioLaw): {
  readonly mean: number;
  readonly stdDev: number;
} {
  let [total, first, second] = [0, 0, 0];
  for (let i = 0; i < value.length; i++) {
    if (value[i]! + origin <= 0) continue;
    const log = origin === 1 ? Math.log1p(value[i]!) : Math.log(value[i]!);
    total += mass[i]!;
    first += mass[i]! * log;
    second += mass[i]! * log * log;
  }
  const mean = first / total;
  return { mean, stdDev: Math.sqrt(Math.max(0, second / total - mean * mean)) };
}
