/** Norms and sums over rows of floats. Lengths are multiples of 4; padding holds zeros. */

/**
 * Sum of squares, off by a factor within 1 ± 2^-21.9: squares are rounded to f32, added four by four in f32
 * (three roundings at 2^-24 each) and from there in f64. Squares below f32's range count as zero.
 */
export function sumOfSquares(values: usize, count: i32): f64 {
  let low = f64x2.splat(0), high = low;
  const end = values + (<usize>count << 2);
  for (const blocks = values + ((<usize>count << 2) & ~63); values < blocks; values += 64) {
    const pairs = f32x4.add(square(v128.load(values)), square(v128.load(values, 16)));
    const others = f32x4.add(square(v128.load(values, 32)), square(v128.load(values, 48)));
    const sums = f32x4.add(pairs, others);
    low = f64x2.add(low, f64x2.promote_low_f32x4(sums));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(sums, sums, 1, 1)));
  }
  for (; values < end; values += 16) {
    const squares = square(v128.load(values));
    low = f64x2.add(low, f64x2.promote_low_f32x4(squares));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(squares, squares, 1, 1)));
  }
  const total = f64x2.add(low, high);
  return f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
}

/** Largest absolute value; NaN if there is one. Magnitudes are in the order of their bits, NaN last. */
export function largestMagnitude(values: usize, count: i32): f32 {
  const magnitude = i32x4.splat(0x7fffffff);
  let largest = i32x4.splat(0);
  for (const end = values + (<usize>count << 2); values < end; values += 16) {
    largest = i32x4.max_s(largest, v128.and(v128.load(values), magnitude));
  }
  return max(
    max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)),
    max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)),
  );
}

/** values = 0. */
export function clear(values: usize, count: i32): void {
  memory.fill(values, 0, <usize>count << 2);
}

/** target = values * factor. */
export function scale(target: usize, values: usize, count: i32, factor: f32): void {
  const factors = f32x4.splat(factor);
  for (const end = values + (<usize>count << 2); values < end; values += 16, target += 16) {
    v128.store(target, f32x4.mul(v128.load(values), factors));
  }
}

/** target += sum over rows of factors[row] * row; `stride` floats from row to row, `count` floats in each. */
export function addScaledRows(target: usize, values: usize, rows: i32, stride: i32, count: i32, factors: usize): void {
  const end = target + (<usize>count << 2), last = factors + (<usize>rows << 2), rowBytes = <usize>stride << 2;
  for (const blocks = target + ((<usize>count << 2) & ~63); target < blocks; target += 64, values += 64) {
    let s0 = v128.load(target), s1 = v128.load(target, 16), s2 = v128.load(target, 32), s3 = v128.load(target, 48);
    for (let factor = factors, value = values; factor < last; factor += 4, value += rowBytes) {
      const f = v128.load_splat<f32>(factor);
      s0 = f32x4.add(s0, f32x4.mul(f, v128.load(value))); s1 = f32x4.add(s1, f32x4.mul(f, v128.load(value, 16)));
      s2 = f32x4.add(s2, f32x4.mul(f, v128.load(value, 32))); s3 = f32x4.add(s3, f32x4.mul(f, v128.load(value, 48)));
    }
    v128.store(target, s0); v128.store(target, s1, 16); v128.store(target, s2, 32); v128.store(target, s3, 48);
  }
  for (; target < end; target += 16, values += 16) {
    let sum = v128.load(target);
    for (let factor = factors, value = values; factor < last; factor += 4, value += rowBytes) {
      sum = f32x4.add(sum, f32x4.mul(v128.load_splat<f32>(factor), v128.load(value)));
    }
    v128.store(target, sum);
  }
}

/** target = sum of rows; `count` is a multiple of 16. */
export function addRows(target: usize, values: usize, rows: i32, stride: i32, count: i32): void {
  const rowBytes = <usize>stride << 2, bytes = rowBytes * rows;
  for (const end = target + (<usize>count << 2); target < end; target += 64, values += 64) {
    let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
    for (let value = values; value < values + bytes; value += rowBytes) {
      s0 = f32x4.add(s0, v128.load(value)); s1 = f32x4.add(s1, v128.load(value, 16));
      s2 = f32x4.add(s2, v128.load(value, 32)); s3 = f32x4.add(s3, v128.load(value, 48));
    }
    v128.store(target, s0); v128.store(target, s1, 16); v128.store(target, s2, 32); v128.store(target, s3, 48);
  }
}

/** target = values, row by row; each of the two has its own number of floats from row to row. */
export function copyRows(target: usize, targetRow: i32, values: usize, valuesRow: i32, rows: i32, count: i32): void {
  for (; rows > 0; rows--, target += <usize>targetRow << 2, values += <usize>valuesRow << 2) {
    memory.copy(target, values, <usize>count << 2);
  }
}

/** target[i] = values[indices[i]], for each of `count` indices (u32). */
export function gather(target: usize, values: usize, indices: usize, count: i32): void {
  for (const end = indices + (<usize>count << 2); indices < end; indices += 4, target += 4) {
    store<f32>(target, load<f32>(values + (<usize>load<u32>(indices) << 2)));
  }
}

/**
 * values[index] = 0 for each of `count` indices (u32). Returns the sum of the squares of what stood there.
 */
export function clearAt(values: usize, indices: usize, count: i32): f64 {
  let squares: f64 = 0;
  for (const end = indices + (<usize>count << 2); indices < end; indices += 4) {
    const place = values + (<usize>load<u32>(indices) << 2);
    const value = <f64>load<f32>(place);
    squares += value * value;
    store<f32>(place, 0);
  }
  return squares;
}

// @ts-ignore: decorator
@inline
function square(x: v128): v128 {
  return f32x4.mul(x, x);
}
