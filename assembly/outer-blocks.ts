/**
 * Sums of outer products x e^T, clipped block by block: block k is made of the rows of x's class b times
 * entry o of e, wherever b + o = k modulo the number of blocks. No outer product is written out.
 */

/** Below, a block's share of the square is as good as nothing. */
const LEAST: f32 = 1e-30;

/** Rows of a class that are added to at once. */
const TILE = 5;

/** Smaller f32 numbers have fewer digits. */
const MIN_NORMAL: f32 = 1.1754943508222875e-38;

/**
 * Of each of `count` examples factors[k] = min(1, bound / norm of block k), for blocks 0 <= k < `blocks`, and
 * again from the start for `columns` more: the factor of entry o in class b is number b + o.
 *
 * Classes of x have `length` floats, a multiple of 4; `right` holds e: `columns` floats, a multiple of 4,
 * zeros from entry `used` on. There is room for 4 floats behind the factors and 3 rows behind the classes;
 * `scratch` is room for `blocks` + 2 `columns` + 4. Strides are floats from example to example. `squares`
 * gets the squares of the whole norms, in f64. All in f32, relative to that square: a factor of a norm that
 * is finite is off by 1 ± (length / 4 + columns + 12) 2^-24. Where e is not finite, or too small for f32's
 * digits, the square is Infinity and there are no factors.
 */
export function outerBlockFactors(
  count: i32, factors: usize, factorStride: i32, left: usize, leftStride: i32, blocks: i32, length: i32,
  right: usize, rightStride: i32, columns: i32, used: i32, bound: f64, squares: usize, scratch: usize,
): void {
  for (; count > 0; count--, squares += 8) {
    store<f64>(squares, writeFactors(factors, left, blocks, length, right, columns, used, bound, scratch));
    factors += <usize>factorStride << 2; left += <usize>leftStride << 2; right += <usize>rightStride << 2;
  }
}

function writeFactors(
  factors: usize, left: usize, blocks: i32, length: i32, right: usize, columns: i32, used: i32,
  bound: f64, scratch: usize,
): f64 {
  // Fewer than 4 classes come again, up to 4: the cycle of the blocks is the same.
  const cycle = <usize>max(blocks, 4) << 2, bytes = <usize>columns << 2, usedBytes = <usize>used << 2, window = scratch + bytes, squares = window + bytes;
  const unit = inverseOfLargest(right, bytes);
  if (unit == 0) return Infinity;
  classSquares(squares, left, blocks, length);
  const whole = total(squares, <usize>blocks << 2), slopes = writeSquares(scratch, right, bytes, unit);
  for (let b = blocks; b < 4; b++) store<f32>(squares + (<usize>b << 2), load<f32>(squares + (<usize>(b % blocks) << 2)));
  scale(squares, cycle, whole > 0 ? <f32>(1 / whole) : 0);
  scale(scratch, bytes, <f32>(1 / slopes));
  for (let i: usize = 16; i <= bytes; i += 16) v128.store(squares - i, v128.load(squares + cycle - 16 - (i - 16) % cycle));
  const square = whole * slopes / (<f64>unit * <f64>unit);
  const ratio = f32x4.splat(<f32>(bound / sqrt(square)));
  let k: usize = 0;
  for (; k + 64 <= cycle; k += 64) fourFactors(factors + k, scratch, usedBytes, squares + k, ratio);
  for (; k < cycle; k += 16) {
    let sum = f32x4.splat(LEAST);
    for (let o: usize = 0, from = squares + k; o < usedBytes; o += 4, from -= 4) sum = share(sum, v128.load_splat<f32>(scratch + o), from);
    v128.store(factors + k, factor(ratio, sum));
  }
  for (let i: usize = 0; i < bytes; i += 16) v128.store(factors + cycle + i, v128.load(factors + i % cycle));
  return square;
}

/** 16 factors at a time: the sums of one would wait for each other. */
// @ts-ignore: decorator
@inline
function fourFactors(factors: usize, slopes: usize, bytes: usize, squares: usize, ratio: v128): void {
  let s0 = f32x4.splat(LEAST), s1 = s0, s2 = s0, s3 = s0;
  for (const end = slopes + bytes; slopes < end; slopes += 4, squares -= 4) {
    const slope = v128.load_splat<f32>(slopes);
    s0 = share(s0, slope, squares); s1 = share(s1, slope, squares + 16);
    s2 = share(s2, slope, squares + 32); s3 = share(s3, slope, squares + 48);
  }
  v128.store(factors, factor(ratio, s0)); v128.store(factors, factor(ratio, s1), 16);
  v128.store(factors, factor(ratio, s2), 32); v128.store(factors, factor(ratio, s3), 48);
}

// @ts-ignore: decorator
@inline
function share(sum: v128, slope: v128, squares: usize): v128 {
  return f32x4.add(sum, f32x4.mul(slope, v128.load(squares)));
}

// @ts-ignore: decorator
@inline
function factor(ratio: v128, share: v128): v128 {
  return f32x4.min(f32x4.splat(1), f32x4.div(ratio, f32x4.sqrt(share)));
}

/** The sum of squares of each of some rows, four at a time. */
function classSquares(target: usize, values: usize, rows: i32, length: i32): void {
  const row = <usize>length << 2;
  for (; rows > 0; rows -= 4, target += 16, values += row * 4) {
    let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
    for (let i: usize = 0; i < row; i += 16) {
      const value = values + i;
      s0 = f32x4.add(s0, squareOf(value)); s1 = f32x4.add(s1, squareOf(value + row));
      s2 = f32x4.add(s2, squareOf(value + 2 * row)); s3 = f32x4.add(s3, squareOf(value + 3 * row));
    }
    const low = f32x4.add(v128.shuffle<i32>(s0, s1, 0, 4, 1, 5), v128.shuffle<i32>(s0, s1, 2, 6, 3, 7));
    const high = f32x4.add(v128.shuffle<i32>(s2, s3, 0, 4, 1, 5), v128.shuffle<i32>(s2, s3, 2, 6, 3, 7));
    v128.store(target, f32x4.add(v128.shuffle<i32>(low, high, 0, 1, 4, 5), v128.shuffle<i32>(low, high, 2, 3, 6, 7)));
  }
}

// @ts-ignore: decorator
@inline
function squareOf(values: usize): v128 {
  const x = v128.load(values);
  return f32x4.mul(x, x);
}

/** The sum of some floats, added four by four in f32. */
function total(values: usize, bytes: usize): f64 {
  let sum = f32x4.splat(0), rest: f64 = 0;
  const end = values + bytes;
  for (const blocks = values + (bytes & ~15); values < blocks; values += 16) sum = f32x4.add(sum, v128.load(values));
  for (; values < end; values += 4) rest += <f64>load<f32>(values);
  const pairs = f64x2.add(f64x2.promote_low_f32x4(sum), f64x2.promote_low_f32x4(v128.shuffle<i64>(sum, sum, 1, 1)));
  return rest + f64x2.extract_lane(pairs, 0) + f64x2.extract_lane(pairs, 1);
}

/** One over the largest magnitude of some floats; 0 where it is not finite, or too small for f32's digits. */
function inverseOfLargest(values: usize, bytes: usize): f32 {
  let peak = f32x4.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) peak = f32x4.max(peak, f32x4.abs(v128.load(values + i)));
  peak = f32x4.max(peak, v128.shuffle<i64>(peak, peak, 1, 0));
  const largest = f32x4.extract_lane(f32x4.max(peak, v128.shuffle<i32>(peak, peak, 1, 0, 3, 2)), 0);
  return largest >= MIN_NORMAL ? 1 / largest : 0;
}

/** Squares of multiples of some floats; returns their sum. */
function writeSquares(target: usize, values: usize, bytes: usize, unit: f32): f64 {
  for (let i: usize = 0; i < bytes; i += 16) {
    const x = f32x4.mul(v128.load(values + i), f32x4.splat(unit));
    v128.store(target + i, f32x4.mul(x, x));
  }
  return total(target, bytes);
}

function scale(values: usize, bytes: usize, factor: f32): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(values + i, f32x4.mul(v128.load(values + i), f32x4.splat(factor)));
}

/**
 * Adds clipped outer products of `count` examples to a sum: row (b, q) of the sum, `columns` floats, gets
 * x[b][q] e[o] factors[b + o] at o.
 *
 * Classes of x have `length` floats, a multiple of 4, as `columns` is; the first `rows` of each are added.
 * Strides are floats from example to example.
 */
export function addOuterBlocks(
  sum: usize, blocks: i32, length: i32, rows: i32, columns: i32, count: i32,
  left: usize, leftStride: i32, right: usize, rightStride: i32, factors: usize, factorStride: i32,
): void {
  const row = <usize>columns << 2, leftStep = <usize>leftStride << 2;
  const rightStep = <usize>rightStride << 2, factorStep = <usize>factorStride << 2;
  for (; blocks > 0; blocks--, factors += 4) {
    const next = left + (<usize>length << 2), nextSum = sum + <usize>length * row;
    for (let rest = rows; rest > 0; rest -= TILE, left += 4 * TILE, sum += TILE * row) {
      let o: usize = 0;
      for (; o + 32 <= row; o += 32) {
        const e = right + o, f = factors + o;
        if (rest > 4) addPairs(5, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else if (rest == 4) addPairs(4, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else if (rest == 3) addPairs(3, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else if (rest == 2) addPairs(2, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else addPairs(1, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
      }
      for (; o < row; o += 16) {
        const e = right + o, f = factors + o;
        if (rest > 4) addQuads(5, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else if (rest == 4) addQuads(4, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else if (rest == 3) addQuads(3, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else if (rest == 2) addQuads(2, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
        else addQuads(1, sum + o, row, count, left, leftStep, e, rightStep, f, factorStep);
      }
    }
    left = next; sum = nextSum;
  }
}

/**
 * Copies the first `used` columns of the first `rows` rows of each class, one behind the other; writes up to
 * 3 floats past the last.
 */
export function takeOuterBlocks(
  target: usize, sum: usize, blocks: i32, length: i32, rows: i32, columns: i32, used: i32,
): void {
  const row = <usize>columns << 2, step = <usize>used << 2, next = <usize>(length - rows) * row;
  for (; blocks > 0; blocks--, sum += next) {
    for (let q = 0; q < rows; q++, sum += row, target += step) {
      for (let o: usize = 0; o < step; o += 16) v128.store(target + o, v128.load(sum + o));
    }
  }
}

/** 8 columns of 1 to 5 rows, a number that is known when this is compiled. */
// @ts-ignore: decorator
@inline
function addPairs(
  rows: i32, sum: usize, row: usize, count: i32, left: usize, leftStep: usize, right: usize, rightStep: usize,
  factor: usize, factorStep: usize,
): void {
  const sum1 = sum + row, sum2 = sum1 + row, sum3 = sum2 + row, sum4 = sum3 + row;
  let s00 = v128.load(sum), s01 = v128.load(sum, 16), s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00, s40 = s00, s41 = s00;
  if (rows > 1) { s10 = v128.load(sum1); s11 = v128.load(sum1, 16); }
  if (rows > 2) { s20 = v128.load(sum2); s21 = v128.load(sum2, 16); }
  if (rows > 3) { s30 = v128.load(sum3); s31 = v128.load(sum3, 16); }
  if (rows > 4) { s40 = v128.load(sum4); s41 = v128.load(sum4, 16); }
  for (; count > 0; count--) {
    const e0 = f32x4.mul(v128.load(right), v128.load(factor));
    const e1 = f32x4.mul(v128.load(right, 16), v128.load(factor, 16));
    const x0 = v128.load_splat<f32>(left);
    s00 = plus(s00, e0, x0); s01 = plus(s01, e1, x0);
    if (rows > 1) { const x1 = v128.load_splat<f32>(left, 4); s10 = plus(s10, e0, x1); s11 = plus(s11, e1, x1); }
    if (rows > 2) { const x2 = v128.load_splat<f32>(left, 8); s20 = plus(s20, e0, x2); s21 = plus(s21, e1, x2); }
    if (rows > 3) { const x3 = v128.load_splat<f32>(left, 12); s30 = plus(s30, e0, x3); s31 = plus(s31, e1, x3); }
    if (rows > 4) { const x4 = v128.load_splat<f32>(left, 16); s40 = plus(s40, e0, x4); s41 = plus(s41, e1, x4); }
    left += leftStep; right += rightStep; factor += factorStep;
  }
  v128.store(sum, s00); v128.store(sum, s01, 16);
  if (rows > 1) { v128.store(sum1, s10); v128.store(sum1, s11, 16); }
  if (rows > 2) { v128.store(sum2, s20); v128.store(sum2, s21, 16); }
  if (rows > 3) { v128.store(sum3, s30); v128.store(sum3, s31, 16); }
  if (rows > 4) { v128.store(sum4, s40); v128.store(sum4, s41, 16); }
}

/** As `addPairs`, of 4 columns. */
// @ts-ignore: decorator
@inline
function addQuads(
  rows: i32, sum: usize, row: usize, count: i32, left: usize, leftStep: usize, right: usize, rightStep: usize,
  factor: usize, factorStep: usize,
): void {
  const sum1 = sum + row, sum2 = sum1 + row, sum3 = sum2 + row, sum4 = sum3 + row;
  let s0 = v128.load(sum), s1 = s0, s2 = s0, s3 = s0, s4 = s0;
  if (rows > 1) s1 = v128.load(sum1);
  if (rows > 2) s2 = v128.load(sum2);
  if (rows > 3) s3 = v128.load(sum3);
  if (rows > 4) s4 = v128.load(sum4);
  for (; count > 0; count--) {
    const e = f32x4.mul(v128.load(right), v128.load(factor));
    s0 = plus(s0, e, v128.load_splat<f32>(left));
    if (rows > 1) s1 = plus(s1, e, v128.load_splat<f32>(left, 4));
    if (rows > 2) s2 = plus(s2, e, v128.load_splat<f32>(left, 8));
    if (rows > 3) s3 = plus(s3, e, v128.load_splat<f32>(left, 12));
    if (rows > 4) s4 = plus(s4, e, v128.load_splat<f32>(left, 16));
    left += leftStep; right += rightStep; factor += factorStep;
  }
  v128.store(sum, s0);
  if (rows > 1) v128.store(sum1, s1);
  if (rows > 2) v128.store(sum2, s2);
  if (rows > 3) v128.store(sum3, s3);
  if (rows > 4) v128.store(sum4, s4);
}

// @ts-ignore: decorator
@inline
function plus(sum: v128, slopes: v128, value: v128): v128 {
  return f32x4.add(sum, f32x4.mul(slopes, value));
}
