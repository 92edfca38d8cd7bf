/**
 * log(e^y - 1 - y), what the exponential has beyond its tangent; -Infinity at y = 0.
 *
 * Relative error of e^y - 1 - y below 1e-15 (1 + |y|), without cancellation near 0 and without overflow.
 */
export function logExpTail(y: number): number {
  if (y > 30) return y + Math.log1p(-(1 + y) * Math.exp(-y));
  return Math.log(Math.abs(y) < 1 ? series(y) : Math.expm1(y) - y);
}

function series(y: number): number {
  let term = (y * y) / 2;
  let sum = 0;
  for (let k = 3; sum + term !== sum; k++) {
    sum += term;
    term *= y / k;
  }
  return sum;
}
