const SMALL = 0.2;
const LARGE = 40;

/**
 * log((1 + x)^power - 1 - power x) for x >= -1 and a power outside (0, 1): the gap between a convex power and its tangent at 1.
 *
 * Full relative accuracy near x = 0, where the gap is power (power - 1) x^2 / 2; -Infinity at x = 0.
 */
export function logPowerExcess(x: number, power: number): number {
  if (Math.abs(power * x) < SMALL && Math.abs(x) < SMALL) return Math.log(binomialSeries(x, power));
  const logPower = power * Math.log1p(x);
  if (logPower > LARGE) return logPower + Math.log1p(-(1 + power * x) * Math.exp(-logPower));
  return Math.log(Math.expm1(logPower) - power * x);
}

/** The binomial series from its quadratic term on. */
function binomialSeries(x: number, power: number): number {
  let term = (power * (power - 1) * x * x) / 2;
  let sum = term;
  for (let j = 2; Math.abs(term) > Number.EPSILON * 1e-2 * sum; j++) {
    term *= ((power - j) / (j + 1)) * x;
    sum += term;
  }
  return sum;
}
