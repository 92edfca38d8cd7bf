/**
 * What Loader's saddle-point formulas of binomial and Poisson masses are made of: nothing in them cancels.
 */

const SMALL = 16;

/** log k! - (log(2 pi k) / 2 + k log k - k). */
export function stirlingError(k: number): number {
  if (k < SMALL) return logFactorial(k) - Math.log(2 * Math.PI * k) / 2 - k * Math.log(k) + k;
  const square = 1 / (k * k);
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - square / 1188) * square) * square) * square) / k;
}

function logFactorial(k: number): number {
  let product = 1;
  for (let i = 2; i <= k; i++) product *= i;
  return Math.log(product);
}

/** x log(x / mean) + mean - x, by the series in v = (x - mean) / (x + mean) where the terms would cancel. */
export function deviance(x: number, mean: number): number {
  const difference = x - mean;
  if (Math.abs(difference) > 0.1 * (x + mean)) return x * Math.log(x / mean) - difference;
  const v = difference / (x + mean);
  let sum = difference * v;
  let power = 2 * x * v;
  for (let k = 3; ; k += 2) {
    power *= v * v;
    const next = sum + power / k;
    if (!(Math.abs(next - sum) > 0)) return next; // NaN too
    sum = next;
  }
}
