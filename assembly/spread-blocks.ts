import { sumOfSquares } from "./rows";

/**
 * A vector spread over blocks: random signs, then the Hadamard matrix over the blocks, entry by entry.
 *
 * Rows are blocks, `stride` floats (a multiple of 4) from one to the next. Levels are taken two at a time,
 * while registers hold them.
 */

/**
 * Row b of the target is the sum over blocks c of ±signs[c] * block c of the values, whose blocks of `length`
 * floats stand one behind the other. `blocks` is a power of two; signs are laid out as the target is, zeros
 * where it has no entry, and hold the root of 1 / blocks too. May read 3 floats behind the values, which are
 * finite.
 *
 * `squares` gets the sum of squares of each row, as `sumOfSquares` has it, in f64.
 */
export function spreadBlocks(
  target: usize, stride: i32, values: usize, length: i32, blocks: i32, signs: usize, squares: usize,
): void {
  const row = <usize>stride << 2, block = <usize>length << 2;
  if (blocks == 1) multiplied(target, values, signs, row);
  const isOdd = ctz(blocks) & 1;
  let span = isOdd ? blocks >> 1 : blocks >> 2;
  for (let b: usize = 0; b < <usize>span; b++) {
    if (isOdd) signedPairs(target + b * row, <usize>span * row, values + b * block, <usize>span * block, signs + b * row, row);
    else signedQuads(target + b * row, <usize>span * row, values + b * block, <usize>span * block, signs + b * row, row);
  }
  for (; span > 1; span >>= 2) {
    const next = span >> 2;
    for (let start = 0; start < blocks; start += span) {
      for (let b = start; b < start + next; b++) quads(target + <usize>b * row, <usize>next * row, row);
    }
  }
  for (let b: usize = 0; b < <usize>blocks; b++) store<f64>(squares + 8 * b, sumOfSquares(target + b * row, stride));
}

/**
 * target row r = left[r] * right, rows of `units` floats one behind the other; writes `columns` floats of
 * each, a multiple of 4.
 */
export function outerRows(target: usize, units: i32, left: usize, rows: i32, right: usize, columns: i32): void {
  const row = <usize>units << 2, bytes = <usize>columns << 2, end = left + (<usize>rows << 2);
  if (columns == 12) {
    const r0 = v128.load(right), r1 = v128.load(right, 16), r2 = v128.load(right, 32);
    for (; left < end; left += 4, target += row) {
      const factor = v128.load_splat<f32>(left);
      v128.store(target, f32x4.mul(factor, r0));
      v128.store(target, f32x4.mul(factor, r1), 16);
      v128.store(target, f32x4.mul(factor, r2), 32);
    }
  }
  for (; left < end; left += 4, target += row) {
    const factor = v128.load_splat<f32>(left);
    for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, f32x4.mul(factor, v128.load(right + i)));
  }
}

/**
 * Copies runs of floats, one behind the other: each is the u32 pair of its place in the values and its
 * length. Writes and reads up to 3 floats past a run.
 */
export function copyRuns(target: usize, values: usize, runs: usize, count: i32): void {
  for (const end = runs + (<usize>count << 3); runs < end; runs += 8) {
    const source = values + (<usize>load<u32>(runs) << 2), bytes = <usize>load<u32>(runs, 4) << 2;
    for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, v128.load(source + i));
    target += bytes;
  }
}

// @ts-ignore: decorator
@inline
function signedPairs(target: usize, span: usize, values: usize, block: usize, signs: usize, row: usize): void {
  for (let i: usize = 0; i < row; i += 16) {
    const x0 = signed(values + i, signs + i), x1 = signed(values + block + i, signs + span + i);
    v128.store(target + i, f32x4.add(x0, x1));
    v128.store(target + span + i, f32x4.sub(x0, x1));
  }
}

// @ts-ignore: decorator
@inline
function signedQuads(target: usize, span: usize, values: usize, block: usize, signs: usize, row: usize): void {
  for (let i: usize = 0; i < row; i += 16) {
    const value = values + i, sign = signs + i;
    storeQuad(target + i, span, signed(value, sign), signed(value + block, sign + span),
      signed(value + 2 * block, sign + 2 * span), signed(value + 3 * block, sign + 3 * span));
  }
}

// @ts-ignore: decorator
@inline
function quads(target: usize, span: usize, row: usize): void {
  for (const end = target + row; target < end; target += 16) {
    storeQuad(target, span, v128.load(target), v128.load(target + span),
      v128.load(target + 2 * span), v128.load(target + 3 * span));
  }
}

// @ts-ignore: decorator
@inline
function multiplied(target: usize, values: usize, signs: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, signed(values + i, signs + i));
}

// @ts-ignore: decorator
@inline
function storeQuad(target: usize, span: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  const s0 = f32x4.add(x0, x1), d0 = f32x4.sub(x0, x1), s1 = f32x4.add(x2, x3), d1 = f32x4.sub(x2, x3);
  v128.store(target, f32x4.add(s0, s1));
  v128.store(target + span, f32x4.add(d0, d1));
  v128.store(target + 2 * span, f32x4.sub(s0, s1));
  v128.store(target + 3 * span, f32x4.sub(d0, d1));
}

// @ts-ignore: decorator
@inline
function signed(values: usize, signs: usize): v128 {
  return f32x4.mul(v128.load(values), v128.load(signs));
}
