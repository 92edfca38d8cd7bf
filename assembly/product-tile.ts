/** Register tiles of `product`: packed panels of A and B in, a block of C out. Row strides in bytes, `depth` even. */

/**
 * 6 x 8 floats of C = start + A B. Sums begin with the start, since adding it last makes V8 (Node 20) load a whole step before it
 * multiplies and spill half the registers: a third slower.
 */
export function tileOfSix(
  depth: i32, a: usize, b: usize, c: usize, cRow: usize, start: usize, startRow: usize,
): void {
  let c00 = v128.load(start), c01 = v128.load(start, 16); start += startRow;
  let c10 = v128.load(start), c11 = v128.load(start, 16); start += startRow;
  let c20 = v128.load(start), c21 = v128.load(start, 16); start += startRow;
  let c30 = v128.load(start), c31 = v128.load(start, 16); start += startRow;
  let c40 = v128.load(start), c41 = v128.load(start, 16); start += startRow;
  let c50 = v128.load(start), c51 = v128.load(start, 16);
  for (const end = b + (<usize>depth << 5); b < end; b += 64, a += 48) {
    let left = v128.load(b), right = v128.load(b, 16);
    let x = v128.load_splat<f32>(a);
    c00 = add(c00, x, left); c01 = add(c01, x, right);
    x = v128.load_splat<f32>(a, 4);
    c10 = add(c10, x, left); c11 = add(c11, x, right);
    x = v128.load_splat<f32>(a, 8);
    c20 = add(c20, x, left); c21 = add(c21, x, right);
    x = v128.load_splat<f32>(a, 12);
    c30 = add(c30, x, left); c31 = add(c31, x, right);
    x = v128.load_splat<f32>(a, 16);
    c40 = add(c40, x, left); c41 = add(c41, x, right);
    x = v128.load_splat<f32>(a, 20);
    c50 = add(c50, x, left); c51 = add(c51, x, right);
    left = v128.load(b, 32); right = v128.load(b, 48);
    x = v128.load_splat<f32>(a, 24);
    c00 = add(c00, x, left); c01 = add(c01, x, right);
    x = v128.load_splat<f32>(a, 28);
    c10 = add(c10, x, left); c11 = add(c11, x, right);
    x = v128.load_splat<f32>(a, 32);
    c20 = add(c20, x, left); c21 = add(c21, x, right);
    x = v128.load_splat<f32>(a, 36);
    c30 = add(c30, x, left); c31 = add(c31, x, right);
    x = v128.load_splat<f32>(a, 40);
    c40 = add(c40, x, left); c41 = add(c41, x, right);
    x = v128.load_splat<f32>(a, 44);
    c50 = add(c50, x, left); c51 = add(c51, x, right);
  }
  put(c, c00, c01); c += cRow;
  put(c, c10, c11); c += cRow;
  put(c, c20, c21); c += cRow;
  put(c, c30, c31); c += cRow;
  put(c, c40, c41); c += cRow;
  put(c, c50, c51);
}

/** 4 x 8 floats of C, as `tileOfSix`. */
export function tileOfFour(
  depth: i32, a: usize, b: usize, c: usize, cRow: usize, start: usize, startRow: usize,
): void {
  let c00 = v128.load(start), c01 = v128.load(start, 16); start += startRow;
  let c10 = v128.load(start), c11 = v128.load(start, 16); start += startRow;
  let c20 = v128.load(start), c21 = v128.load(start, 16); start += startRow;
  let c30 = v128.load(start), c31 = v128.load(start, 16);
  for (const end = b + (<usize>depth << 5); b < end; b += 64, a += 32) {
    let left = v128.load(b), right = v128.load(b, 16);
    let x = v128.load_splat<f32>(a);
    c00 = add(c00, x, left); c01 = add(c01, x, right);
    x = v128.load_splat<f32>(a, 4);
    c10 = add(c10, x, left); c11 = add(c11, x, right);
    x = v128.load_splat<f32>(a, 8);
    c20 = add(c20, x, left); c21 = add(c21, x, right);
    x = v128.load_splat<f32>(a, 12);
    c30 = add(c30, x, left); c31 = add(c31, x, right);
    left = v128.load(b, 32); right = v128.load(b, 48);
    x = v128.load_splat<f32>(a, 16);
    c00 = add(c00, x, left); c01 = add(c01, x, right);
    x = v128.load_splat<f32>(a, 20);
    c10 = add(c10, x, left); c11 = add(c11, x, right);
    x = v128.load_splat<f32>(a, 24);
    c20 = add(c20, x, left); c21 = add(c21, x, right);
    x = v128.load_splat<f32>(a, 28);
    c30 = add(c30, x, left); c31 = add(c31, x, right);
  }
  put(c, c00, c01); c += cRow;
  put(c, c10, c11); c += cRow;
  put(c, c20, c21); c += cRow;
  put(c, c30, c31);
}

/** The `rows` x `columns` of a tile that C has: worked out in `edge`, since tiles write whole rows of 8. */
export function edgeTile(
  height: i32, rows: i32, columns: i32, depth: i32, a: usize, b: usize,
  c: usize, cRow: usize, start: usize, startRow: usize, edge: usize, zeros: usize,
): void {
  if (height == 6) tileOfSix(depth, a, b, edge, 32, zeros, 0);
  else tileOfFour(depth, a, b, edge, 32, zeros, 0);
  for (; rows > 0; rows--, edge += 32, c += cRow, start += startRow) {
    for (let column: usize = 0; column < <usize>columns << 2; column += 4) {
      store<f32>(c + column, load<f32>(start + column) + load<f32>(edge + column));
    }
  }
}

// @ts-ignore: decorator
@inline
function add(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, y));
}

// @ts-ignore: decorator
@inline
function put(c: usize, left: v128, right: v128): void {
  v128.store(c, left);
  v128.store(c, right, 16);
}
