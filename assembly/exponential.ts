/**
 * Constants are read from memory: V8 (Node 20) makes a `splat` of one anew in each turn of a loop, in three
 * instructions.
 */
const CONSTANTS: usize = memory.data<f32>([
  -87, 1.44269504088896341, 0.693359375, -2.12194440e-4, 1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2,
  1.6666665459e-1, 5.0000001201e-1, 1, 12583039,
], 16);

/**
 * exp x for x <= 0: 2^n (1 + r + r² P(r)) with n the integer next to x / log 2, |r| <= 0.35 and Cephes' P of
 * degree 5 (1.7e-8). Relative error below 2e-7 (tested on every binade); 0 below -87, where results leave the
 * normal range of f32. NaN stays NaN.
 */
// @ts-ignore: decorator
@inline
export function exponential(x: v128): v128 {
  const least = v128.load_splat<f32>(CONSTANTS), integers = v128.load_splat<f32>(CONSTANTS + 44);
  const clipped = f32x4.pmax(x, least);
  // 1.5 2^23 + 127 + n: the last 9 bits are n as an exponent.
  const biased = multiplyAdd(clipped, v128.load_splat<f32>(CONSTANTS + 4), integers);
  const n = f32x4.sub(biased, integers);
  const r = f32x4.sub(
    f32x4.sub(clipped, f32x4.mul(n, v128.load_splat<f32>(CONSTANTS + 8))),
    f32x4.mul(n, v128.load_splat<f32>(CONSTANTS + 12)),
  );
  const square = f32x4.mul(r, r);
  // By halves, not by Horner's rule, so that fewer operations wait for one another.
  const high = multiplyAdd(v128.load_splat<f32>(CONSTANTS + 16), r, v128.load_splat<f32>(CONSTANTS + 20));
  const middle = multiplyAdd(v128.load_splat<f32>(CONSTANTS + 24), r, v128.load_splat<f32>(CONSTANTS + 28));
  const low = multiplyAdd(v128.load_splat<f32>(CONSTANTS + 32), r, v128.load_splat<f32>(CONSTANTS + 36));
  const rest = multiplyAdd(multiplyAdd(high, square, middle), square, low);
  const p = f32x4.add(multiplyAdd(rest, square, r), v128.load_splat<f32>(CONSTANTS + 40));
  return v128.andnot(f32x4.mul(p, i32x4.shl(biased, 23)), f32x4.lt(x, least));
}

// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c);
}
