/**
 * Elementary functions with the same bits on every engine, for what a seeded run's bits depend on.
 *
 * The language leaves the last digits of `Math.exp` and the like to the engine: Chromium 156 and Node 20
 * differ in them. These add and multiply as fdlibm does, which Node 20's engine follows too.
 *
 * @see Sun Microsystems, "Freely Distributable LIBM" (fdlibm) 5.3: e_exp.c, e_log.c, s_expm1.c, s_log1p.c,
 *   e_pow.c, k_cos.c, k_sin.c
 */
import expm1 from "@stdlib/math-base-special-expm1";

export { default as exp } from "@stdlib/math-base-special-exp";
export { default as log } from "@stdlib/math-base-special-ln";
export { default as log1p } from "@stdlib/math-base-special-log1p";
export { default as pow } from "@stdlib/math-base-special-pow";
export { expm1 };

/** tanh(x) for x >= 0. */
export function tanh(x: number): number {
  if (x >= 1) return 1 - 2 / (expm1(2 * x) + 2);
  const drop = expm1(-2 * x);
  return -drop / (drop + 2);
}

/** π/2 in two parts of 33 bits and the rest, each with what is missing after it. */
const QUARTER = 1.5707963267341256;
const QUARTER_REST = 6.077100506506192e-11;
const SECOND_QUARTER = 6.077100506303966e-11;
const SECOND_QUARTER_REST = 2.0222662487959506e-21;

/**
 * A remainder this much smaller than its angle has lost the digits that the second part of π/2 gives back.
 */
const CANCELLED = 2 ** -16;

/** cos(x) for x in [0, 2π]. */
export function cos(x: number): number {
  const quarters = Math.round(x / (Math.PI / 2));
  let whole = x - quarters * QUARTER;
  let rest = quarters * QUARTER_REST;
  if (quarters > 0 && Math.abs(whole - rest) < x * CANCELLED) {
    const first = whole;
    const second = quarters * SECOND_QUARTER;
    whole = first - second;
    rest = quarters * SECOND_QUARTER_REST - (first - whole - second);
  }
  const angle = whole - rest;
  const tail = whole - angle - rest;
  switch (quarters % 4) {
    case 0:
      return cosNearZero(angle, tail);
    case 1:
      return -sinNearZero(angle, tail);
    case 2:
      return -cosNearZero(angle, tail);
    default:
      return sinNearZero(angle, tail);
  }
}

/** Coefficients of x⁴, x⁶, ... in cos x, and of x³, x⁵, ... in sin x, for |x| <= π/4. */
const COSINE = [
  0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7,
  2.087572321298175e-9, -1.1359647557788195e-11,
];
const SINE = [
  -0.16666666666666632, 0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6,
  -2.5050760253406863e-8, 1.58969099521155e-10,
];

/** 1 - x²/2 is near enough to 1 up to here (0.3, in the leading 21 bits). */
const SMALL = 0.2999999523162842;
/** From here on 0.28125 is taken off x²/2 (above 0.78125, in the leading 21 bits). */
const LARGE = 0.7812504768371582;

/** cos(x + tail) for |x| <= π/4; where x is large, about x/4 is taken off both 1 and x²/2, which is exact. */
function cosNearZero(x: number, tail: number): number {
  const square = x * x;
  const correction = square * (square * polynomial(COSINE, 0, square)) - x * tail;
  const size = Math.abs(x);
  if (size < SMALL) return 1 - (0.5 * square - correction);
  const shift = size >= LARGE ? 0.28125 : leadingBits(size) / 4;
  return 1 - shift - (0.5 * square - shift - correction);
}

/** sin(x + tail) for |x| <= π/4. */
function sinNearZero(x: number, tail: number): number {
  const square = x * x;
  const cube = square * x;
  const correction = square * (0.5 * tail - cube * polynomial(SINE, 1, square)) - tail;
  return x - (correction - cube * SINE[0]!);
}

/** The sum of coefficients[first + k] xᵏ, by Horner's rule. */
function polynomial(coefficients: readonly number[], first: number, x: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= first; k--) sum = coefficients[k]! + x * sum;
  return sum;
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** A double cut to its leading 21 bits. */
function leadingBits(x: number): number {
  double[0] = x;
  words[0] = 0;
  return double[0];
}
