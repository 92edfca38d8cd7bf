/** Register tiles of `product`: rows of A and a packed panel of B in, a block of C out. Strides in bytes, `depth` >= 1. */

/** Columns of a panel of B. */
export const WIDTH: i32 = 8;

/** Rows of a tile. */
export const HEIGHT: i32 = 5;

/**
 * `count` times 5 x 8 floats of C = start + A B, one below the other; the rows of A are in one piece, all with one panel of B.
 *
 * Fitted to what V8 (Node 20) makes of it. In a basic block it lets no multiplication of one step come before those of the
 * former, whatever their order here, but gathers the loads of all steps at the block's start; the processor, which takes 20 to 40 % more
 * time for that, or registers that spill, make it slow. So branches stand between the steps that are never taken (`depth` is
 * positive) and could change all sums and the memory: what belongs to a step stays in its place. Sums are in the order in which V8 lays
 * them out, last ones first. Ten of them, two vectors of B, one of A and a product are all that its 15 registers hold.
 */
export function tiles(
  count: i32, depth: i32, a: usize, aRow: usize, panel: usize, c: usize, cRow: usize, start: usize, startRow: usize,
): void {
  const end = panel + (<usize>depth << 5), whole = end - (<usize>(depth & 3) << 5);
  for (; count > 0; count--) {
    let c00 = v128.load(start), c01 = v128.load(start, 16);
    start += startRow;
    let c10 = v128.load(start), c11 = v128.load(start, 16);
    start += startRow;
    let c20 = v128.load(start), c21 = v128.load(start, 16);
    start += startRow;
    let c30 = v128.load(start), c31 = v128.load(start, 16);
    start += startRow;
    let c40 = v128.load(start), c41 = v128.load(start, 16);
    start += startRow;
    let b = panel, a0 = a, a1 = a0 + aRow, a2 = a1 + aRow, a3 = a2 + aRow, a4 = a3 + aRow;
    a = a4 + aRow;
    while (b < whole) {
      let x = v128.load_splat<f32>(a4), b0 = v128.load(b), b1 = v128.load(b, 16);
      c40 = add(c40, x, b0); c41 = add(c41, x, b1);
      x = v128.load_splat<f32>(a3); c30 = add(c30, x, b0); c31 = add(c31, x, b1);
      x = v128.load_splat<f32>(a2); c20 = add(c20, x, b0); c21 = add(c21, x, b1);
      x = v128.load_splat<f32>(a1); c10 = add(c10, x, b0); c11 = add(c11, x, b1);
      x = v128.load_splat<f32>(a0); c00 = add(c00, x, b0); c01 = add(c01, x, b1);
      if (depth == -1) {
        store<i32>(c, 0);
        c00 = twice(c00); c10 = twice(c10); c20 = twice(c20); c30 = twice(c30); c40 = twice(c40);
        c01 = twice(c01); c11 = twice(c11); c21 = twice(c21); c31 = twice(c31); c41 = twice(c41);
      }
      x = v128.load_splat<f32>(a4, 4); b0 = v128.load(b, 32); b1 = v128.load(b, 48);
      c40 = add(c40, x, b0); c41 = add(c41, x, b1);
      x = v128.load_splat<f32>(a3, 4); c30 = add(c30, x, b0); c31 = add(c31, x, b1);
      x = v128.load_splat<f32>(a2, 4); c20 = add(c20, x, b0); c21 = add(c21, x, b1);
      x = v128.load_splat<f32>(a1, 4); c10 = add(c10, x, b0); c11 = add(c11, x, b1);
      x = v128.load_splat<f32>(a0, 4); c00 = add(c00, x, b0); c01 = add(c01, x, b1);
      if (depth == -2) {
        store<i32>(c, 0);
        c00 = twice(c00); c10 = twice(c10); c20 = twice(c20); c30 = twice(c30); c40 = twice(c40);
        c01 = twice(c01); c11 = twice(c11); c21 = twice(c21); c31 = twice(c31); c41 = twice(c41);
      }
      x = v128.load_splat<f32>(a4, 8); b0 = v128.load(b, 64); b1 = v128.load(b, 80);
      c40 = add(c40, x, b0); c41 = add(c41, x, b1);
      x = v128.load_splat<f32>(a3, 8); c30 = add(c30, x, b0); c31 = add(c31, x, b1);
      x = v128.load_splat<f32>(a2, 8); c20 = add(c20, x, b0); c21 = add(c21, x, b1);
      x = v128.load_splat<f32>(a1, 8); c10 = add(c10, x, b0); c11 = add(c11, x, b1);
      x = v128.load_splat<f32>(a0, 8); c00 = add(c00, x, b0); c01 = add(c01, x, b1);
      if (depth == -3) {
        store<i32>(c, 0);
        c00 = twice(c00); c10 = twice(c10); c20 = twice(c20); c30 = twice(c30); c40 = twice(c40);
        c01 = twice(c01); c11 = twice(c11); c21 = twice(c21); c31 = twice(c31); c41 = twice(c41);
      }
      x = v128.load_splat<f32>(a4, 12); b0 = v128.load(b, 96); b1 = v128.load(b, 112);
      c40 = add(c40, x, b0); c41 = add(c41, x, b1);
      x = v128.load_splat<f32>(a3, 12); c30 = add(c30, x, b0); c31 = add(c31, x, b1);
      x = v128.load_splat<f32>(a2, 12); c20 = add(c20, x, b0); c21 = add(c21, x, b1);
      x = v128.load_splat<f32>(a1, 12); c10 = add(c10, x, b0); c11 = add(c11, x, b1);
      x = v128.load_splat<f32>(a0, 12); c00 = add(c00, x, b0); c01 = add(c01, x, b1);
      b += 128; a0 += 16; a1 += 16; a2 += 16; a3 += 16; a4 += 16;
    }
    while (b < end) {
      let x = v128.load_splat<f32>(a4), b0 = v128.load(b), b1 = v128.load(b, 16);
      c40 = add(c40, x, b0); c41 = add(c41, x, b1);
      x = v128.load_splat<f32>(a3); c30 = add(c30, x, b0); c31 = add(c31, x, b1);
      x = v128.load_splat<f32>(a2); c20 = add(c20, x, b0); c21 = add(c21, x, b1);
      x = v128.load_splat<f32>(a1); c10 = add(c10, x, b0); c11 = add(c11, x, b1);
      x = v128.load_splat<f32>(a0); c00 = add(c00, x, b0); c01 = add(c01, x, b1);
      b += 32; a0 += 4; a1 += 4; a2 += 4; a3 += 4; a4 += 4;
    }
    v128.store(c, c00); v128.store(c, c01, 16);
    c += cRow;
    v128.store(c, c10); v128.store(c, c11, 16);
    c += cRow;
    v128.store(c, c20); v128.store(c, c21, 16);
    c += cRow;
    v128.store(c, c30); v128.store(c, c31, 16);
    c += cRow;
    v128.store(c, c40); v128.store(c, c41, 16);
    c += cRow;
  }
}

// @ts-ignore: decorator
@inline
function add(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, y));
}

// @ts-ignore: decorator
@inline
function twice(x: v128): v128 {
  return f32x4.add(x, x);
}
