import { sumOfSquares } from "./rows";

/**
 * A vector spread over blocks: random signs, then the Hadamard matrix over the blocks, entry by entry.
 *
 * Rows are blocks, `stride` floats (a multiple of 4) from one to the next. Levels are taken three at a time,
 * while registers hold them.
 */

/**
 * Row b of the target is the sum over blocks c of ±signs[c] * block c of the values, whose blocks of `length`
 * floats stand one behind the other. `blocks` is a power of two; signs are laid out as the target is, zeros
 * where it has no entry, and hold the root of 1 / blocks too. May read 3 floats behind the values, which are
 * finite.
 *
 * `squares` gets the sum of squares of each row, as `sumOfSquares` has it, in f64, unless it is 0.
 */
export function spreadBlocks(
  target: usize, stride: i32, values: usize, length: i32, blocks: i32, signs: usize, squares: usize,
): void {
  const row = <usize>stride << 2, block = <usize>length << 2;
  const levels = ctz(blocks) % 3;
  let span: i32;
  if (levels == 1) span = signedPairs(target, row, values, block, signs, blocks >> 1);
  else if (levels == 2) span = signedQuads(target, row, values, block, signs, blocks >> 2);
  else if (blocks > 1) span = signedOcts(target, row, values, block, signs, blocks >> 3);
  else span = multiplied(target, values, signs, row);
  for (; span > 1; span >>= 3) {
    const bytes = <usize>(span >> 3) * row;
    for (let start = 0; start < blocks; start += span) octs(target + <usize>start * row, bytes);
  }
  if (!squares) return;
  for (let b: usize = 0; b < <usize>blocks; b++) store<f64>(squares + 8 * b, sumOfSquares(target + b * row, stride));
}

/**
 * `spreadBlocks` for each of `count` vectors, without sums of squares: `valueCount` floats, then what stands
 * behind as many in `row`, where they are copied to. Strides are floats from vector to vector.
 */
export function spreadRows(
  count: i32, target: usize, targetStride: i32, stride: i32, values: usize, valuesStride: i32, valueCount: i32,
  row: usize, length: i32, blocks: i32, signs: usize,
): void {
  for (; count > 0; count--, target += <usize>targetStride << 2, values += <usize>valuesStride << 2) {
    memory.copy(row, values, <usize>valueCount << 2);
    spreadBlocks(target, stride, row, length, blocks, signs, 0);
  }
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

/** The first levels: of blocks `count` apart, of which there are 2, 4 or 8. Return `count`. */
// @ts-ignore: decorator
@inline
function signedPairs(target: usize, row: usize, values: usize, block: usize, signs: usize, count: i32): i32 {
  const span = <usize>count * row, blocks = <usize>count * block;
  for (let b = 0; b < count; b++, target += row, signs += row, values += block) {
    for (let i: usize = 0; i < row; i += 16) {
      const x0 = signed(values + i, signs + i), x1 = signed(values + blocks + i, signs + span + i);
      v128.store(target + i, f32x4.add(x0, x1));
      v128.store(target + span + i, f32x4.sub(x0, x1));
    }
  }
  return count;
}

// @ts-ignore: decorator
@inline
function signedQuads(target: usize, row: usize, values: usize, block: usize, signs: usize, count: i32): i32 {
  const span = <usize>count * row, blocks = <usize>count * block;
  for (let b = 0; b < count; b++, target += row, signs += row, values += block) {
    for (let i: usize = 0; i < row; i += 16) {
      const value = values + i, sign = signs + i;
      storeQuad(target + i, span, signed(value, sign), signed(value + blocks, sign + span),
        signed(value + 2 * blocks, sign + 2 * span), signed(value + 3 * blocks, sign + 3 * span));
    }
  }
  return count;
}

// @ts-ignore: decorator
@inline
function signedOcts(target: usize, row: usize, values: usize, block: usize, signs: usize, count: i32): i32 {
  const span = <usize>count * row, blocks = <usize>count * block;
  for (let b = 0; b < count; b++, target += row, signs += row, values += block) {
    for (let i: usize = 0; i < row; i += 16) {
      const value = values + i, sign = signs + i, value4 = value + 4 * blocks, sign4 = sign + 4 * span;
      storeOct(target + i, span,
        signed(value, sign), signed(value + blocks, sign + span),
        signed(value + 2 * blocks, sign + 2 * span), signed(value + 3 * blocks, sign + 3 * span),
        signed(value4, sign4), signed(value4 + blocks, sign4 + span),
        signed(value4 + 2 * blocks, sign4 + 2 * span), signed(value4 + 3 * blocks, sign4 + 3 * span));
    }
  }
  return count;
}

/** The next three levels, of rows that stand one behind the other, an eighth after the other. */
// @ts-ignore: decorator
@inline
function octs(target: usize, span: usize): void {
  for (const end = target + span; target < end; target += 16) {
    const target4 = target + 4 * span;
    storeOct(target, span, v128.load(target), v128.load(target + span),
      v128.load(target + 2 * span), v128.load(target + 3 * span),
      v128.load(target4), v128.load(target4 + span),
      v128.load(target4 + 2 * span), v128.load(target4 + 3 * span));
  }
}

// @ts-ignore: decorator
@inline
function multiplied(target: usize, values: usize, signs: usize, bytes: usize): i32 {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(target + i, signed(values + i, signs + i));
  return 1;
}

// @ts-ignore: decorator
@inline
function storeOct(
  target: usize, span: usize, x0: v128, x1: v128, x2: v128, x3: v128, x4: v128, x5: v128, x6: v128, x7: v128,
): void {
  storeQuad(target, span, f32x4.add(x0, x4), f32x4.add(x1, x5), f32x4.add(x2, x6), f32x4.add(x3, x7));
  storeQuad(target + 4 * span, span, f32x4.sub(x0, x4), f32x4.sub(x1, x5), f32x4.sub(x2, x6), f32x4.sub(x3, x7));
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
