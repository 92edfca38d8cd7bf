const SMALL = 0.2;

/**
 * (1 + x)^power - 1 - power x for x >= -1, the gap between a power and its tangent at 1, with full relative
 * accuracy near x = 0.
 */
export function powerExcess(x: number, power: number): number {
  if (Math.abs(power * x) < SMALL && Math.abs(x) < SMALL) return powerSeries(x, power);
  return isNearOne(power) ? excessNearOne(x, power) : Math.expm1(power * Math.log1p(x)) - power * x;
}

export function isNearOne(power: number): boolean {
  return Math.abs(power - 1) < 0.5;
}

/** With h = power - 1 it is (1 + x) ((1 + x)^h - 1) - h x, both terms of the size of h. */
export function excessNearOne(x: number, power: number): number {
  const h = power - 1;
  return (1 + x) * Math.expm1(h * Math.log1p(x)) - h * x;
}

/** The binomial series from its quadratic term on. */
export function powerSeries(x: number, power: number): number {
  let term = (power * (power - 1) * x * x) / 2;
  let sum = term;
  for (let j = 2; Math.abs(term) > Number.EPSILON * 1e-2 * Math.abs(sum); j++) {
    term *= ((power - j) / (j + 1)) * x;
    sum += term;
  }
  return sum;
}
