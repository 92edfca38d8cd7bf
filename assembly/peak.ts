/**
 * 160 n floating-point operations in registers, half of them products and half sums: the most that any kernel can do per second.
 * Returns something that depends on all of them.
 */
export function peak(n: i32): f32 {
  const x = f32x4.splat(0.99), y = f32x4.splat(0.01);
  let a = f32x4.splat(0), b = f32x4.splat(1), c = f32x4.splat(2), d = f32x4.splat(3), e = f32x4.splat(4);
  let f = f32x4.splat(5), g = f32x4.splat(6), h = f32x4.splat(7), i = f32x4.splat(8), j = f32x4.splat(9);
  for (; n > 0; n--) {
    a = step(step(a, x, y), x, y); b = step(step(b, x, y), x, y); c = step(step(c, x, y), x, y);
    d = step(step(d, x, y), x, y); e = step(step(e, x, y), x, y); f = step(step(f, x, y), x, y);
    g = step(step(g, x, y), x, y); h = step(step(h, x, y), x, y); i = step(step(i, x, y), x, y);
    j = step(step(j, x, y), x, y);
  }
  const low = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), e);
  const high = f32x4.add(f32x4.add(f32x4.add(f, g), f32x4.add(h, i)), j);
  return f32x4.extract_lane(f32x4.add(low, high), 0);
}

// @ts-ignore: decorator
@inline
function step(value: v128, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.mul(value, x), y);
}
