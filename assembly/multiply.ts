/** Rows and columns of the result that one register block covers. */
const ROWS: i32 = 4;
const COLUMNS: i32 = 8;

/**
 * C = A B, plus the bias row or plus C's former value.
 *
 * A's elements are `aRow` apart along a row index and `aDepth` apart along the summed index, so the one
 * routine serves A and its transpose. B and C have contiguous rows, `bRow` and `cRow` apart. Strides are in
 * floats. `rows` is rounded up to a multiple of 4 and `columns` to a multiple of 8; the buffers hold those
 * too. Starts from `bias` (one row) if it is not 0, otherwise from C if `accumulate`, otherwise from 0.
 */
export function multiply(
  rows: i32, columns: i32, depth: i32,
  a: usize, aRow: i32, aDepth: i32,
  b: usize, bRow: i32,
  c: usize, cRow: i32,
  bias: usize, accumulate: bool,
): void {
  for (let column = 0; column < columns; column += COLUMNS) {
    const columnBytes = <usize>column << 2;
    for (let row = 0; row < rows; row += ROWS) {
      const target = c + (<usize>(row * cRow) << 2) + columnBytes;
      const start = bias ? bias + columnBytes : accumulate ? target : 0;
      block(depth, a + (<usize>(row * aRow) << 2), aRow << 2, aDepth << 2, b + columnBytes, bRow << 2,
        target, cRow << 2, start, bias ? 0 : cRow << 2);
    }
  }
}

/** A 4 x 8 block of C in eight registers; every stride in bytes. */
// @ts-ignore: decorator
@inline
function block(
  depth: i32, a: usize, aRow: usize, aDepth: usize, b: usize, bRow: usize,
  c: usize, cRow: usize, start: usize, startRow: usize,
): void {
  let c00 = f32x4.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00, c31 = c00;
  if (start) {
    c00 = v128.load(start); c01 = v128.load(start, 16);
    c10 = v128.load(start + startRow); c11 = v128.load(start + startRow, 16);
    c20 = v128.load(start + 2 * startRow); c21 = v128.load(start + 2 * startRow, 16);
    c30 = v128.load(start + 3 * startRow); c31 = v128.load(start + 3 * startRow, 16);
  }
  const a2 = 2 * aRow, a3 = 3 * aRow;
  for (let k = 0; k < depth; k++) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
    let x = v128.load_splat<f32>(a);
    c00 = f32x4.add(c00, f32x4.mul(x, b0)); c01 = f32x4.add(c01, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a + aRow);
    c10 = f32x4.add(c10, f32x4.mul(x, b0)); c11 = f32x4.add(c11, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a + a2);
    c20 = f32x4.add(c20, f32x4.mul(x, b0)); c21 = f32x4.add(c21, f32x4.mul(x, b1));
    x = v128.load_splat<f32>(a + a3);
    c30 = f32x4.add(c30, f32x4.mul(x, b0)); c31 = f32x4.add(c31, f32x4.mul(x, b1));
    a += aDepth;
    b += bRow;
  }
  v128.store(c, c00); v128.store(c, c01, 16);
  v128.store(c + cRow, c10); v128.store(c + cRow, c11, 16);
  v128.store(c + 2 * cRow, c20); v128.store(c + 2 * cRow, c21, 16);
  v128.store(c + 3 * cRow, c30); v128.store(c + 3 * cRow, c31, 16);
}
