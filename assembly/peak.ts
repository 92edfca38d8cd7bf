/**
 * 208 n floating-point operations in registers, half of them products and half sums: about the most that a
 * kernel can do per second. Thirteen chains, all that fit into the registers, hide how long each operation
 * takes; a way out after each step keeps V8 from putting two steps of a chain side by side, which loses a
 * fifth. Returns something that depends on all of them.
 */
export function peak(n: i32): f32 {
  const x = f32x4.splat(0.99), y = f32x4.splat(0.01);
  let a = f32x4.splat(0), b = f32x4.splat(1), c = f32x4.splat(2), d = f32x4.splat(3), e = f32x4.splat(4);
  let f = f32x4.splat(5), g = f32x4.splat(6), h = f32x4.splat(7), i = f32x4.splat(8), j = f32x4.splat(9);
  let k = f32x4.splat(10), l = f32x4.splat(11), m = f32x4.splat(12);
  let sets = 2 * n;
  do {
    a = step(a, x, y); b = step(b, x, y); c = step(c, x, y); d = step(d, x, y); e = step(e, x, y); f = step(f, x, y);
    g = step(g, x, y); h = step(h, x, y); i = step(i, x, y); j = step(j, x, y); k = step(k, x, y); l = step(l, x, y);
    m = step(m, x, y);
    if (sets == 1) break;
    a = step(a, x, y); b = step(b, x, y); c = step(c, x, y); d = step(d, x, y); e = step(e, x, y); f = step(f, x, y);
    g = step(g, x, y); h = step(h, x, y); i = step(i, x, y); j = step(j, x, y); k = step(k, x, y); l = step(l, x, y);
    m = step(m, x, y);
    if (sets == 2) break;
    a = step(a, x, y); b = step(b, x, y); c = step(c, x, y); d = step(d, x, y); e = step(e, x, y); f = step(f, x, y);
    g = step(g, x, y); h = step(h, x, y); i = step(i, x, y); j = step(j, x, y); k = step(k, x, y); l = step(l, x, y);
    m = step(m, x, y);
    if (sets == 3) break;
    a = step(a, x, y); b = step(b, x, y); c = step(c, x, y); d = step(d, x, y); e = step(e, x, y); f = step(f, x, y);
    g = step(g, x, y); h = step(h, x, y); i = step(i, x, y); j = step(j, x, y); k = step(k, x, y); l = step(l, x, y);
    m = step(m, x, y);
    sets -= 4;
  } while (sets > 0);
  const low = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), f32x4.add(e, f));
  const high = f32x4.add(f32x4.add(f32x4.add(g, h), f32x4.add(i, j)), f32x4.add(f32x4.add(k, l), m));
  return f32x4.extract_lane(f32x4.add(low, high), 0);
}

// @ts-ignore: decorator
@inline
function step(value: v128, x: v128, y: v128): v128 {
  return f32x4.add(f32x4.mul(value, x), y);
}
