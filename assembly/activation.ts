import { multiplyAdd } from "./exponential";

/**
 * Activations in place, on `count` floats rounded up to a multiple of 4; gradients from the activation's
 * output y.
 */

/**
 * tanh x = x P(x²) / Q(x²), the minimax quotient of degrees 4 and 4 in x² on |x| <= 9 (relative error
 * 2.1e-8), beyond which tanh is 1 to 3.1e-8. In f32 arithmetic the relative error stays below 4e-7 (tested on
 * every binade); the result can be 1 + 2^-23.
 */
export function tanh(values: usize, count: i32): void {
  for (const end = values + (<usize>count << 2); values < end; values += 16) {
    v128.store(values, tanhOf(v128.load(values)));
  }
}

// @ts-ignore: decorator
@inline
export function tanhOf(values: v128): v128 {
  const x = f32x4.pmax(f32x4.pmin(values, f32x4.splat(9)), f32x4.splat(-9));
  const p0 = f32x4.splat(0.999999979461), p1 = f32x4.splat(0.133810980995), p2 = f32x4.splat(0.00349566883188);
  const p3 = f32x4.splat(2.06101966772e-5), p4 = f32x4.splat(1.3355811772e-8);
  const q1 = f32x4.splat(0.467144138526), q2 = f32x4.splat(0.0258773031574), q3 = f32x4.splat(0.000328575753135);
  const q4 = f32x4.splat(7.77711195535e-7), one = f32x4.splat(1);
  const u = f32x4.mul(x, x);
  const p = multiplyAdd(multiplyAdd(multiplyAdd(multiplyAdd(p4, u, p3), u, p2), u, p1), u, p0);
  const q = multiplyAdd(multiplyAdd(multiplyAdd(multiplyAdd(q4, u, q3), u, q2), u, q1), u, one);
  return f32x4.div(f32x4.mul(x, p), q);
}

/** gradient *= 1 - y². */
export function tanhGradient(output: usize, gradient: usize, count: i32): void {
  const one = f32x4.splat(1);
  for (const end = output + (<usize>count << 2); output < end; output += 16, gradient += 16) {
    const y = v128.load(output);
    v128.store(gradient, f32x4.mul(v128.load(gradient), f32x4.sub(one, f32x4.mul(y, y))));
  }
}

export function relu(values: usize, count: i32): void {
  const zero = f32x4.splat(0);
  for (const end = values + (<usize>count << 2); values < end; values += 16) {
    v128.store(values, f32x4.pmax(v128.load(values), zero));
  }
}

/** gradient = 0 where y = 0. */
export function reluGradient(output: usize, gradient: usize, count: i32): void {
  const zero = f32x4.splat(0);
  for (const end = output + (<usize>count << 2); output < end; output += 16, gradient += 16) {
    v128.store(gradient, v128.and(v128.load(gradient), f32x4.gt(v128.load(output), zero)));
  }
}
