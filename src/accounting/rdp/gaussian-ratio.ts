import type { Ratio } from "./ratio.js";

/** Normal quantiles beyond which the upper tail adds nothing to a double, and beyond which the lower tail is bounded. */
const UPPER_TAIL = 12;
const LOWER_TAIL = 37;
/** Phi(-37), rounded up. */
const LOWER_TAIL_MASS = 6e-300;
/** Up to it e^t times the lower tail's mass is nothing. */
const LARGE = 600;
const ROUNDING = 2 ** -48;
/** Below it the quadrature would need too many nodes; the trivial bound takes over. */
const LEAST_NOISE_MULTIPLIER = 0.1;

/**
 * The ratio of N(1, s^2) to N(0, s^2) under the latter: X = exp((2x - 1) / (2 s^2)), lognormal with log-variance 1/s^2.
 *
 * E[X^k] = exp(k (k - 1) / (2 s^2)). The Laplace transform is the trapezoidal rule in z = x / s, whose error falls as
 * exp(-pi^2 s / step) (the integrand is analytic in a strip of half-width pi s / 2); the lower tail that it leaves out is
 * added as if X were 0 there, so that the result is an upper bound. For s < 0.1 it is +Infinity.
 *
 * @param noiseMultiplier s, standard deviation / sensitivity, > 0
 */
export function gaussianRatio(noiseMultiplier: number): Ratio {
  const logVariance = 1 / noiseMultiplier ** 2;
  const nodes = noiseMultiplier < LEAST_NOISE_MULTIPLIER ? undefined : quadrature(noiseMultiplier);
  return {
    logMoment: (order) => 0.5 * order * (order - 1) * logVariance,
    logLaplace: (t) => {
      if (nodes === undefined) return Infinity;
      if (t < LARGE) return Math.log1p(laplaceExcess(nodes, t));
      const value = t + logLaplaceOfLarge(nodes, t);
      return value > 1 ? value : Math.max(0, value) + t * ROUNDING; // the two nearly cancel
    },
  };
}

interface Quadrature {
  /** X at each node, increasing. */
  readonly values: Float64Array;
  /** X - 1. */
  readonly excesses: Float64Array;
  /** Step times normal density. */
  readonly weights: Float64Array;
}

function quadrature(noiseMultiplier: number): Quadrature {
  const step = Math.min(0.125, noiseMultiplier / 4);
  const first = Math.ceil(-LOWER_TAIL / step);
  const size = Math.ceil((UPPER_TAIL + 1 / noiseMultiplier) / step) - first + 1;
  const z = Float64Array.from({ length: size }, (_, i) => (first + i) * step);
  const logValues = z.map((zi) => (zi - 0.5 / noiseMultiplier) / noiseMultiplier);
  return {
    values: logValues.map(Math.exp),
    excesses: logValues.map(Math.expm1),
    weights: z.map((zi) => (step * Math.exp(-0.5 * zi * zi)) / Math.sqrt(2 * Math.PI)),
  };
}

/** E[exp(-t (X - 1))] - 1 = E[exp(-y) - 1 + y] with y = t (X - 1), since E[y] = 0: every term is nonnegative. */
function laplaceExcess({ excesses, weights }: Quadrature, t: number): number {
  let sum = LOWER_TAIL_MASS * Math.exp(t);
  for (let i = 0; i < weights.length; i++) sum += weights[i]! * exponentialExcess(t * excesses[i]!);
  return sum;
}

/** log E[exp(-t X)], scaled by its largest term. */
function logLaplaceOfLarge({ values, weights }: Quadrature, t: number): number {
  let largest = Math.log(LOWER_TAIL_MASS);
  const exponents = values.map((value, i) => Math.log(weights[i]!) - t * value);
  for (const exponent of exponents) largest = Math.max(largest, exponent);
  let sum = LOWER_TAIL_MASS * Math.exp(-largest);
  for (const exponent of exponents) sum += Math.exp(exponent - largest);
  return largest + Math.log(sum);
}

/** e^-y - 1 + y >= 0, to full relative accuracy near zero. */
function exponentialExcess(y: number): number {
  if (Math.abs(y) > 0.25) return Math.expm1(-y) + y;
  let term = 0.5 * y * y;
  let sum = term;
  for (let k = 3; Math.abs(term) > 1e-17 * sum; k++) {
    term *= -y / k;
    sum += term;
  }
  return sum;
}
