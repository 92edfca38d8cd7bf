const SMALL = 0.2;

/** (1 + x)^power - 1 - power x for x >= -1, the gap between a power and its tangent at 1, with full relative accuracy near x = 0. */
export function powerExcess(x: number, power: number): number {
  if (Math.abs(power * x) < SMALL && Math.abs(x) < SMALL) return powerSeries(x, power);
  return Math.expm1(power * Math.log1p(x)) - power * x;
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
