/**
 * exp x for x <= 0: 2^n (1 + r + r² P(r)) with n the integer next to x / log 2, |r| <= 0.35 and Cephes' P of degree 5 (1.7e-8).
 * Relative error below 2e-7 (tested on every binade); 0 below -87, where results leave the normal range of f32. NaN stays NaN.
 */
// @ts-ignore: decorator
@inline
export function exponential(x: v128): v128 {
  const least = f32x4.splat(-87), cut = f32x4.lt(x, least);
  x = f32x4.pmax(x, least);
  const n = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504088896341)));
  const r = f32x4.sub(f32x4.sub(x, f32x4.mul(n, f32x4.splat(0.693359375))), f32x4.mul(n, f32x4.splat(-2.12194440e-4)));
  let p = f32x4.splat(1.9875691500e-4);
  p = multiplyAdd(p, r, f32x4.splat(1.3981999507e-3));
  p = multiplyAdd(p, r, f32x4.splat(8.3334519073e-3));
  p = multiplyAdd(p, r, f32x4.splat(4.1665795894e-2));
  p = multiplyAdd(p, r, f32x4.splat(1.6666665459e-1));
  p = multiplyAdd(p, r, f32x4.splat(5.0000001201e-1));
  p = f32x4.add(multiplyAdd(p, f32x4.mul(r, r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return v128.andnot(f32x4.mul(p, power), cut);
}

// @ts-ignore: decorator
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c);
}
