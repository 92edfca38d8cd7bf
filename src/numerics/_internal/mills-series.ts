import erfc from "@stdlib/math-base-special-erfc";
import { millsFraction } from "./mills-fraction.js";

/** Where the series hold, and how many there are in a unit. */
export const SERIES_FROM = -1;
export const SERIES_TO = 16;
const PER_UNIT = 8;
/** Of each series; what is left out is below 2^-52 of the sum. */
const TERMS = 12;
/** From here on the continued fraction reaches full precision. */
const FAR = 5;

/**
 * M'(x) = x M(x) - 1, and so the derivatives' quotients by n! follow from one another: a_(n+1) = (x a_n +
 * a_(n-1)) / (n + 1).
 */
const SERIES = Array.from({ length: (SERIES_TO - SERIES_FROM) * PER_UNIT + 1 }, (_, knot) => {
  const x = SERIES_FROM + knot / PER_UNIT;
  const fraction = x < FAR ? 0 : millsFraction(x);
  const value =
    x < FAR ? Math.sqrt(Math.PI / 2) * Math.exp((x * x) / 2) * erfc(x * Math.SQRT1_2) : 1 / (x + fraction);
  const series = Float64Array.of(value, x < FAR ? x * value - 1 : -fraction / (x + fraction));
  return Float64Array.from({ length: TERMS }, (_, n) => {
    if (n < 2) return series[n]!;
    const next = (x * series[1]! + series[0]!) / n;
    series.copyWithin(0, 1);
    series[1] = next;
    return next;
  });
});

/** M(x) by the Taylor series about the nearest knot, for x in [SERIES_FROM, SERIES_TO]. */
export function millsBySeries(x: number): number {
  const knot = Math.round((x - SERIES_FROM) * PER_UNIT);
  const series = SERIES[knot]!;
  const distance = x - SERIES_FROM - knot / PER_UNIT;
  let sum = 0;
  for (let n = TERMS - 1; n >= 0; n--) sum = sum * distance + series[n]!;
  return sum;
}

/** -M'(x) by the same series. */
export function millsFallBySeries(x: number): number {
  const knot = Math.round((x - SERIES_FROM) * PER_UNIT);
  const series = SERIES[knot]!;
  const distance = x - SERIES_FROM - knot / PER_UNIT;
  let sum = 0;
  for (let n = TERMS - 1; n >= 1; n--) sum = sum * distance - n * series[n]!;
  return sum;
}
