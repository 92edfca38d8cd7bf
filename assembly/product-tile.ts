/** Register tiles of `product`: two rows of A and a packed panel of B in, a block of C out. Row strides in bytes, `depth` >= 1. */

/** Columns of a panel of B. */
export const WIDTH: i32 = 16;

/**
 * 2 x 16 floats of C = start + A B.
 *
 * Fitted to what V8 (Node 20) makes of it: it interleaves the multiplications of one basic block, whatever their order here, and
 * then spills; so the steps are kept apart by the loop's exit, which is tested after each. Twelve and more accumulators spill too.
 */
export function tile(depth: i32, a: usize, aRow: usize, b: usize, c: usize, cRow: usize, start: usize, startRow: usize): void {
  let c00 = v128.load(start), c01 = v128.load(start, 16), c02 = v128.load(start, 32), c03 = v128.load(start, 48);
  start += startRow;
  let c10 = v128.load(start), c11 = v128.load(start, 16), c12 = v128.load(start, 32), c13 = v128.load(start, 48);
  let other = a + aRow;
  const end = b + (<usize>depth << 6);
  do {
    let b0 = v128.load(b), b1 = v128.load(b, 16), b2 = v128.load(b, 32), b3 = v128.load(b, 48);
    let x = v128.load_splat<f32>(a);
    c00 = add(c00, x, b0); c01 = add(c01, x, b1); c02 = add(c02, x, b2); c03 = add(c03, x, b3);
    x = v128.load_splat<f32>(other);
    c10 = add(c10, x, b0); c11 = add(c11, x, b1); c12 = add(c12, x, b2); c13 = add(c13, x, b3);
    if (b >= end - 64) break;
    b0 = v128.load(b, 64); b1 = v128.load(b, 80); b2 = v128.load(b, 96); b3 = v128.load(b, 112);
    x = v128.load_splat<f32>(a, 4);
    c00 = add(c00, x, b0); c01 = add(c01, x, b1); c02 = add(c02, x, b2); c03 = add(c03, x, b3);
    x = v128.load_splat<f32>(other, 4);
    c10 = add(c10, x, b0); c11 = add(c11, x, b1); c12 = add(c12, x, b2); c13 = add(c13, x, b3);
    if (b >= end - 128) break;
    b0 = v128.load(b, 128); b1 = v128.load(b, 144); b2 = v128.load(b, 160); b3 = v128.load(b, 176);
    x = v128.load_splat<f32>(a, 8);
    c00 = add(c00, x, b0); c01 = add(c01, x, b1); c02 = add(c02, x, b2); c03 = add(c03, x, b3);
    x = v128.load_splat<f32>(other, 8);
    c10 = add(c10, x, b0); c11 = add(c11, x, b1); c12 = add(c12, x, b2); c13 = add(c13, x, b3);
    a += 12;
    other += 12;
    b += 192;
  } while (b < end);
  v128.store(c, c00); v128.store(c, c01, 16); v128.store(c, c02, 32); v128.store(c, c03, 48);
  c += cRow;
  v128.store(c, c10); v128.store(c, c11, 16); v128.store(c, c12, 32); v128.store(c, c13, 48);
}

/** The `rows` x `columns` of a tile that C has, worked out in `edge`, since tiles are whole: with the same bits as in the middle of C. */
export function edgeTile(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: usize, b: usize,
  c: usize, cRow: usize, start: usize, startRow: usize, edge: usize,
): void {
  const size = <usize>columns << 2, isPair = rows == 2;
  memory.copy(edge, start, size);
  memory.copy(edge + 64, isPair ? start + startRow : start, size);
  tile(depth, a, isPair ? aRow : 0, b, edge, 64, edge, 64);
  memory.copy(c, edge, size);
  if (isPair) memory.copy(c + cRow, edge + 64, size);
}

// @ts-ignore: decorator
@inline
function add(sum: v128, x: v128, y: v128): v128 {
  return f32x4.add(sum, f32x4.mul(x, y));
}
