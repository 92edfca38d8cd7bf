/** Inner products. Lengths are multiples of 4; padding holds zeros. */

/** Sum of left * right, within 2^-21.9 of the sum of |left * right|: as `sumOfSquares`. */
export function dot(left: usize, right: usize, count: i32): f64 {
  let low = f64x2.splat(0), high = low;
  const end = left + (<usize>count << 2);
  for (const blocks = left + ((<usize>count << 2) & ~63); left < blocks; left += 64, right += 64) {
    const pairs = f32x4.add(product(left, right, 0), product(left, right, 16));
    const others = f32x4.add(product(left, right, 32), product(left, right, 48));
    const sums = f32x4.add(pairs, others);
    low = f64x2.add(low, f64x2.promote_low_f32x4(sums));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(sums, sums, 1, 1)));
  }
  for (; left < end; left += 16, right += 16) {
    const products = product(left, right, 0);
    low = f64x2.add(low, f64x2.promote_low_f32x4(products));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(products, products, 1, 1)));
  }
  const total = f64x2.add(low, high);
  return f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
}

/**
 * Sum over rows of left[row] * dot(right, matrix[row]): the inner product of a matrix with the outer product
 * left x right.
 */
export function outerDot(left: usize, rows: i32, right: usize, columns: i32, matrix: usize): f64 {
  let low = f64x2.splat(0), high = low;
  const end = right + (<usize>columns << 2);
  for (const last = left + (<usize>rows << 2); left < last; left += 4) {
    let sums = f32x4.splat(0);
    for (let entry = right; entry < end; entry += 16, matrix += 16) sums = f32x4.add(sums, product(entry, matrix, 0));
    sums = f32x4.mul(sums, v128.load_splat<f32>(left));
    low = f64x2.add(low, f64x2.promote_low_f32x4(sums));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(sums, sums, 1, 1)));
  }
  const total = f64x2.add(low, high);
  return f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
}

// @ts-ignore: decorator
@inline
function product(left: usize, right: usize, offset: usize): v128 {
  return f32x4.mul(v128.load(left + offset), v128.load(right + offset));
}
