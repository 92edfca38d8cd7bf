/** Register tiles of `product`: rows of A and a packed panel of B in, a block of C out. Strides in bytes, `depth` >= 1. */

/** Columns of a panel of B. */
export const WIDTH: i32 = 8;

/** Rows of a tile. */
export const HEIGHT: i32 = 5;

/**
 * `count` times 5 x 8 floats of C = start + A B, one below the other; the rows of A are in one piece, all with one panel of B, at
 * `panels + panel`. `before` is where the row of A before the first would be.
 *
 * Fitted to what V8 (Node 20) and the processor make of it. Ten sums, two vectors of B, one of A and a product are all that V8's 15
 * registers hold, and the processor is fastest when loads and operations take turns; but within a basic block V8 orders operations by the
 * sums that come out, and loads as they stand here. So each step is a block, with a way around it when fewer are left, which brings
 * the sums of each into V8's order: last ones first, and first ones first at the loop's end. Rows start behind a sum, so that V8
 * knows the addresses to have 32 bits.
 */
export function tiles(
  count: i32, depth: i32, before: usize, aRow: usize, panels: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize,
): void {
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
    let a0 = before + aRow, a1 = a0 + aRow, a2 = a1 + aRow, a3 = a2 + aRow, a4 = a3 + aRow;
    before = a4;
    let b = panels + panel, left = depth;
    do {
      if (left > 0) {
        let x = v128.load_splat<f32>(a4), b0 = v128.load(b), b1 = v128.load(b, 16);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 1) {
        let x = v128.load_splat<f32>(a4, 4), b0 = v128.load(b, 32), b1 = v128.load(b, 48);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3, 4); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2, 4); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1, 4); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0, 4); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 2) {
        let x = v128.load_splat<f32>(a4, 8), b0 = v128.load(b, 64), b1 = v128.load(b, 80);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3, 8); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2, 8); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1, 8); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0, 8); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 3) {
        let x = v128.load_splat<f32>(a4, 12), b0 = v128.load(b, 96), b1 = v128.load(b, 112);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3, 12); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2, 12); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1, 12); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0, 12); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 4) {
        let x = v128.load_splat<f32>(a4, 16), b0 = v128.load(b, 128), b1 = v128.load(b, 144);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3, 16); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2, 16); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1, 16); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0, 16); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 5) {
        let x = v128.load_splat<f32>(a4, 20), b0 = v128.load(b, 160), b1 = v128.load(b, 176);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3, 20); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2, 20); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1, 20); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0, 20); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 6) {
        let x = v128.load_splat<f32>(a4, 24), b0 = v128.load(b, 192), b1 = v128.load(b, 208);
        c41 = add(c41, x, b1); c40 = add(c40, x, b0);
        x = v128.load_splat<f32>(a3, 24); c31 = add(c31, x, b1); c30 = add(c30, x, b0);
        x = v128.load_splat<f32>(a2, 24); c21 = add(c21, x, b1); c20 = add(c20, x, b0);
        x = v128.load_splat<f32>(a1, 24); c11 = add(c11, x, b1); c10 = add(c10, x, b0);
        x = v128.load_splat<f32>(a0, 24); c01 = add(c01, x, b1); c00 = add(c00, x, b0);
      }
      if (left > 7) {
        let x = v128.load_splat<f32>(a0, 28), b0 = v128.load(b, 224), b1 = v128.load(b, 240);
        c00 = add(c00, x, b0); c01 = add(c01, x, b1);
        x = v128.load_splat<f32>(a1, 28); c10 = add(c10, x, b0); c11 = add(c11, x, b1);
        x = v128.load_splat<f32>(a2, 28); c20 = add(c20, x, b0); c21 = add(c21, x, b1);
        x = v128.load_splat<f32>(a3, 28); c30 = add(c30, x, b0); c31 = add(c31, x, b1);
        x = v128.load_splat<f32>(a4, 28); c40 = add(c40, x, b0); c41 = add(c41, x, b1);
      }
      b += 256; a0 += 32; a1 += 32; a2 += 32; a3 += 32; a4 += 32;
      left -= 8;
    } while (left > 0);
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
