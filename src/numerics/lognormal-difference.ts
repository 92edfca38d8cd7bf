import { LOG_SQRT_TWO_PI } from "./log-sqrt-two-pi.js";
import { millsRatioDrop } from "./mills-ratio-drop.js";
import { normalCdf } from "./normal-cdf.js";

/** X - xY with X = e^(a g - a^2/2) and Y = e^(b g - b^2/2) of one standard normal g. */
export interface LognormalDifference {
  /** a > b */
  readonly a: number;
  /** 0 or a / 2, so that X - xY = t has a closed form. */
  readonly b: number;
}

/**
 * Relative error of `expectedExcess`: that of the drop, and of an exponent of at most 800; of records nearer
 * than some 1e-4 it is up to 2^-51, absolutely, as x + t rounds.
 */
export const EXCESS_ERROR: number = 2 ** -40;

/**
 * E(X - xY - t)_+ for x > 0 and t >= 0.
 *
 * X = xY + t at one point g, and with M the Mills ratio and phi the density the expectation is
 * phi(g) (xY (M(g - a) - M(g - b)) + t (M(g - a) - M(g))), of two terms that are not negative.
 */
export function expectedExcess(difference: LognormalDifference, x: number, t: number): number {
  const { a, b } = difference;
  const y = crossing(difference, x, t);
  const g = pointOf(difference, y, x + t);
  if (g - a < -1) return normalCdf(a - g) - x * normalCdf(b - g) - t * normalCdf(-g);
  const logDensity = -(g * g) / 2 - LOG_SQRT_TWO_PI;
  return Math.exp(logDensity) * (x * y * millsRatioDrop(g - a, a - b) + t * millsRatioDrop(g - a, a));
}

/** About `expectedExcess`, within 1 % and in much less time. */
export function approximateExcess(difference: LognormalDifference, x: number, t: number): number {
  const { a, b } = difference;
  const y = crossing(difference, x, t);
  const g = pointOf(difference, y, x + t);
  if (g < a) return expectedExcess(difference, x, t);
  const atCrossing = approximateMills(g - a);
  const drops = x * y * (atCrossing - approximateMills(g - b)) + t * (atCrossing - approximateMills(g));
  return Math.exp(-(g * g) / 2 - LOG_SQRT_TWO_PI) * drops;
}

/**
 * The Mills ratio M(x) for x >= 0 to 0.3 %: the first levels of its continued fraction, and what the rest is
 * about, exactly so at 0.
 */
function approximateMills(x: number): number {
  const rest = (Math.sqrt(x * x + 18.108) - x) / 2;
  return 1 / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + rest)))));
}

/**
 * An upper bound of `expectedExcess` by one exponential: E X 1(X > xY + t) is at most e^(-(g - a)^2 / 2) / 2
 * where g >= a.
 */
export function excessBound(difference: LognormalDifference, x: number, t: number): number {
  const beyond = pointOf(difference, crossing(difference, x, t), x + t) - difference.a;
  return beyond > 0 ? Math.exp((-beyond * beyond) / 2) / 2 : 1;
}

/** Y where X = xY + t; for a = 2b that is Y^2 e^(-b^2). */
function crossing({ b }: LognormalDifference, x: number, t: number): number {
  if (b === 0) return 1;
  const scale = Math.exp(-b * b);
  return (x + Math.sqrt(x * x + 4 * t * scale)) / (2 * scale);
}

/** g by what Y is there, or by X where Y is constant. */
function pointOf({ a, b }: LognormalDifference, y: number, x: number): number {
  return b === 0 ? Math.log(x) / a + a / 2 : Math.log(y) / b + b / 2;
}

/** E[((X - xY)_+)^2]. */
export function secondMomentOfExcess(difference: LognormalDifference, x: number): number {
  const { a, b } = difference;
  const y = crossing(difference, x, 0);
  const g = pointOf(difference, y, x);
  const sum =
    Math.exp(a * a) * normalCdf(2 * a - g) -
    2 * x * Math.exp(a * b) * normalCdf(a + b - g) +
    x * x * Math.exp(b * b) * normalCdf(2 * b - g);
  return Math.max(0, sum) + 2 ** -44 * Math.exp(a * a) * Math.max(1, x * x);
}
