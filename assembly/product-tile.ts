/**
 * Register tiles of `product`: rows of A and packed panels of B in, a block of C out. Strides in bytes,
 * `depth` >= 1.
 */

/** Columns of a panel of B. */
export const WIDTH: i32 = 8;

/** Rows of a tile, and of a low one. */
export const HEIGHT: i32 = 5;
export const LOW: i32 = 4;

/**
 * `count` times 5 x 8 floats of C = start + A B below one another, and so for each of `panelCount` panels of
 * B, the first of them at `panels + panel`. The rows of A are in one piece; `before` is where the row of A
 * before the first would be. Starts are `startRow` apart from row to row and `startPanel` from panel to
 * panel.
 */
export function tiles(
  count: i32, panelCount: i32, depth: i32, before: usize, aRow: usize, panels: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize, startPanel: usize,
): void {
  for (; count > 0; count--) {
    tileRow(panelCount, depth, before, aRow, panels, panel, c, cRow, start, startRow, startPanel);
    before += HEIGHT * aRow; c += HEIGHT * cRow; start += HEIGHT * startRow;
  }
}

/** As `tiles`, with 4 x 8 floats each. */
export function lowTiles(
  count: i32, panelCount: i32, depth: i32, before: usize, aRow: usize, panels: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize, startPanel: usize,
): void {
  for (; count > 0; count--) {
    lowTileRow(panelCount, depth, before, aRow, panels, panel, c, cRow, start, startRow, startPanel);
    before += LOW * aRow; c += LOW * cRow; start += LOW * startRow;
  }
}

/**
 * One tile, 5 x 8, for each panel: in one function, since a call for each took 3 % of the time at depth 64.
 *
 * Fitted to what V8 (Node 20) and the processor make of it. Ten sums, two vectors of B, one or two of A and a
 * product are all that V8's 15 registers hold. Within a loop's body V8 orders operations by what they depend
 * on, so `after` gives it more to go by: with each row's two products before their additions, and one row of
 * A after the other, nothing leaves the registers and the processor waits least. Addresses start behind a
 * sum, so that V8 knows that they have 32 bits.
 */
function tileRow(
  panelCount: i32, depth: i32, before: usize, aRow: usize, panels: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize, startPanel: usize,
): void {
  let b = panels + panel;
  for (; panelCount > 0; panelCount--) {
    let from = start, to = c;
    let c00 = v128.load(from), c01 = v128.load(from, 16);
    from += startRow;
    let c10 = v128.load(from), c11 = v128.load(from, 16);
    from += startRow;
    let c20 = v128.load(from), c21 = v128.load(from, 16);
    from += startRow;
    let c30 = v128.load(from), c31 = v128.load(from, 16);
    from += startRow;
    let c40 = v128.load(from), c41 = v128.load(from, 16);
    let a0 = before + aRow, a1 = a0 + aRow, a2 = a1 + aRow, a3 = a2 + aRow, a4 = a3 + aRow;
    let x: v128, b0: v128, b1: v128;
    let rest = depth;
    for (; rest >= 8; rest -= 8) {
      b0 = v128.load(b); b1 = v128.load(b, 16);
      x = after(v128.load_splat<f32>(a4), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 32); b1 = v128.load(b, 48);
      x = after(v128.load_splat<f32>(a4, 4), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 4), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 4), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 4), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 4), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 64); b1 = v128.load(b, 80);
      x = after(v128.load_splat<f32>(a4, 8), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 8), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 8), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 8), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 8), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 96); b1 = v128.load(b, 112);
      x = after(v128.load_splat<f32>(a4, 12), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 12), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 12), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 12), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 12), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 128); b1 = v128.load(b, 144);
      x = after(v128.load_splat<f32>(a4, 16), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 16), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 16), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 16), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 16), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 160); b1 = v128.load(b, 176);
      x = after(v128.load_splat<f32>(a4, 20), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 20), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 20), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 20), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 20), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 192); b1 = v128.load(b, 208);
      x = after(v128.load_splat<f32>(a4, 24), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 24), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 24), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 24), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 24), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 224); b1 = v128.load(b, 240);
      x = after(v128.load_splat<f32>(a4, 28), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3, 28), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 28), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 28), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 28), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b += 256; a0 += 32; a1 += 32; a2 += 32; a3 += 32; a4 += 32;
    }
    for (; rest > 0; rest--) {
      b0 = v128.load(b); b1 = v128.load(b, 16);
      x = after(v128.load_splat<f32>(a4), c01); c40 = add(c40, x, b0); c41 = after(add(c41, x, b1), c40);
      x = after(v128.load_splat<f32>(a3), c41); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b += 32; a0 += 4; a1 += 4; a2 += 4; a3 += 4; a4 += 4;
    }
    v128.store(to, c00); v128.store(to, c01, 16);
    to += cRow;
    v128.store(to, c10); v128.store(to, c11, 16);
    to += cRow;
    v128.store(to, c20); v128.store(to, c21, 16);
    to += cRow;
    v128.store(to, c30); v128.store(to, c31, 16);
    to += cRow;
    v128.store(to, c40); v128.store(to, c41, 16);
    c += 32; start += startPanel;
  }
}

/** One low tile, 4 x 8, for each panel, in the same way. */
function lowTileRow(
  panelCount: i32, depth: i32, before: usize, aRow: usize, panels: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize, startPanel: usize,
): void {
  let b = panels + panel;
  for (; panelCount > 0; panelCount--) {
    let from = start, to = c;
    let c00 = v128.load(from), c01 = v128.load(from, 16);
    from += startRow;
    let c10 = v128.load(from), c11 = v128.load(from, 16);
    from += startRow;
    let c20 = v128.load(from), c21 = v128.load(from, 16);
    from += startRow;
    let c30 = v128.load(from), c31 = v128.load(from, 16);
    let a0 = before + aRow, a1 = a0 + aRow, a2 = a1 + aRow, a3 = a2 + aRow;
    let x: v128, b0: v128, b1: v128;
    let rest = depth;
    for (; rest >= 8; rest -= 8) {
      b0 = v128.load(b); b1 = v128.load(b, 16);
      x = after(v128.load_splat<f32>(a3), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 32); b1 = v128.load(b, 48);
      x = after(v128.load_splat<f32>(a3, 4), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 4), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 4), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 4), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 64); b1 = v128.load(b, 80);
      x = after(v128.load_splat<f32>(a3, 8), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 8), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 8), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 8), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 96); b1 = v128.load(b, 112);
      x = after(v128.load_splat<f32>(a3, 12), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 12), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 12), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 12), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 128); b1 = v128.load(b, 144);
      x = after(v128.load_splat<f32>(a3, 16), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 16), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 16), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 16), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 160); b1 = v128.load(b, 176);
      x = after(v128.load_splat<f32>(a3, 20), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 20), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 20), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 20), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 192); b1 = v128.load(b, 208);
      x = after(v128.load_splat<f32>(a3, 24), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 24), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 24), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 24), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b0 = v128.load(b, 224); b1 = v128.load(b, 240);
      x = after(v128.load_splat<f32>(a3, 28), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2, 28), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1, 28), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0, 28), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b += 256; a0 += 32; a1 += 32; a2 += 32; a3 += 32;
    }
    for (; rest > 0; rest--) {
      b0 = v128.load(b); b1 = v128.load(b, 16);
      x = after(v128.load_splat<f32>(a3), c01); c30 = add(c30, x, b0); c31 = after(add(c31, x, b1), c30);
      x = after(v128.load_splat<f32>(a2), c31); c20 = add(c20, x, b0); c21 = after(add(c21, x, b1), c20);
      x = after(v128.load_splat<f32>(a1), c21); c10 = add(c10, x, b0); c11 = after(add(c11, x, b1), c10);
      x = after(v128.load_splat<f32>(a0), c11); c00 = add(c00, x, b0); c01 = after(add(c01, x, b1), c00);
      b += 32; a0 += 4; a1 += 4; a2 += 4; a3 += 4;
    }
    v128.store(to, c00); v128.store(to, c01, 16);
    to += cRow;
    v128.store(to, c10); v128.store(to, c11, 16);
    to += cRow;
    v128.store(to, c20); v128.store(to, c21, 16);
    to += cRow;
    v128.store(to, c30); v128.store(to, c31, 16);
    c += 32; start += startPanel;
  }
}

// @ts-ignore: decorator
@inline
function add(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, y));
}

/**
 * `value`, which V8 works out when `other` is there: of the two vectors' lanes the first ones, for which it
 * makes no instruction.
 */
// @ts-ignore: decorator
@inline
function after(value: v128, other: v128): v128 {
  return v128.shuffle<i64>(value, other, 0, 1);
}
