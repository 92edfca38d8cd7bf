/**
 * log(e^y - 1 - y), what the exponential has beyond its tangent; -Infinity at y = 0.
 *
 * Relative error of e^y - 1 - y below 1e-15 (1 + |y|), without cancellation near 0 and without overflow or
 * underflow.
 */
export function logExpTail(y: number): number {
  if (y > 30) return y + Math.log1p(-(1 + y) * Math.exp(-y));
  return Math.abs(y) < 1 ? 2 * Math.log(Math.abs(y)) + Math.log(series(y)) : Math.log(Math.expm1(y) - y);
}

/** (e^y - 1 - y) / y^2 = 1/2! + y/3! + y^2/4! + ... */
function series(y: number): number {
  let term = 0.5;
  let sum = 0;
  for (let k = 3; sum + term !== sum; k++) {
    sum += term;
    term *= y / k;
  }
  return sum;
}
