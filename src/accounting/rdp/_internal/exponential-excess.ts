/** e^-y - 1 + y >= 0, to full relative accuracy near zero. */
export function exponentialExcess(y: number): number {
  if (Math.abs(y) > 0.25) return Math.expm1(-y) + y;
  let term = 0.5 * y * y;
  let sum = term;
  for (let k = 3; Math.abs(term) > 1e-17 * sum; k++) {
    term *= -y / k;
    sum += term;
  }
  return sum;
}
