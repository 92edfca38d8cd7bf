/**
 * Layer normalisation of rows: y = gain (x - mean) / √(variance + epsilon) + bias, the mean and the variance
 * over a row's `columns` floats, any number of them. A row's mean and 1 / √(variance + epsilon) go to
 * `statistics`, two floats a row.
 */
export function layerNorm(
  rows: i32, columns: i32, x: usize, xRow: i32, gain: usize, bias: usize, epsilon: f64,
  y: usize, yRow: i32, statistics: usize,
): void {
  const blocks = <usize>(columns & ~3) << 2, size = <usize>columns << 2;
  for (; rows > 0; rows--, x += <usize>xRow << 2, y += <usize>yRow << 2, statistics += 8) {
    const mean = <f32>(sumOfRow(x, columns) / <f64>columns);
    const factor = <f32>(1 / Math.sqrt(sumOfSquaredGaps(x, columns, mean) / <f64>columns + epsilon));
    store<f32>(statistics, mean);
    store<f32>(statistics, factor, 4);
    const means = f32x4.splat(mean), factors = f32x4.splat(factor);
    let i: usize = 0;
    for (; i < blocks; i += 16) {
      const scaled = f32x4.mul(f32x4.sub(v128.load(x + i), means), factors);
      v128.store(y + i, f32x4.add(f32x4.mul(scaled, v128.load(gain + i)), v128.load(bias + i)));
    }
    for (; i < size; i += 4) {
      store<f32>(y + i, (load<f32>(x + i) - mean) * factor * load<f32>(gain + i) + load<f32>(bias + i));
    }
  }
}

/**
 * From the output's gradient: the input's, and to those of gain and bias, which start as they are, adds these
 * rows' share.
 *
 * With z = (x - mean) / √(variance + epsilon) and g = gain dy: dx = (g - mean g - z mean(g z)) / √(variance +
 * epsilon).
 */
export function layerNormGradient(
  rows: i32, columns: i32, x: usize, xRow: i32, statistics: usize, gain: usize,
  dy: usize, dyRow: i32, dx: usize, dxRow: i32, gainGradient: usize, biasGradient: usize,
): void {
  const size = <usize>columns << 2, blocks = <usize>(columns & ~3) << 2;
  for (; rows > 0; rows--, x += <usize>xRow << 2, dy += <usize>dyRow << 2, dx += <usize>dxRow << 2, statistics += 8) {
    const mean = load<f32>(statistics), factor = load<f32>(statistics, 4);
    const means = f32x4.splat(mean), factors = f32x4.splat(factor);
    let sums = f32x4.splat(0), products = f32x4.splat(0);
    let i: usize = 0;
    for (; i < blocks; i += 16) {
      const z = f32x4.mul(f32x4.sub(v128.load(x + i), means), factors), slope = v128.load(dy + i);
      const share = f32x4.mul(slope, z), g = f32x4.mul(slope, v128.load(gain + i));
      v128.store(gainGradient + i, f32x4.add(v128.load(gainGradient + i), share));
      v128.store(biasGradient + i, f32x4.add(v128.load(biasGradient + i), slope));
      sums = f32x4.add(sums, g);
      products = f32x4.add(products, f32x4.mul(g, z));
    }
    let sum = total(sums), product = total(products);
    for (; i < size; i += 4) {
      const z = (load<f32>(x + i) - mean) * factor, slope = load<f32>(dy + i), g = slope * load<f32>(gain + i);
      store<f32>(gainGradient + i, load<f32>(gainGradient + i) + slope * z);
      store<f32>(biasGradient + i, load<f32>(biasGradient + i) + slope);
      sum += g;
      product += g * z;
    }
    inputGradient(columns, x, mean, factor, gain, dy, dx, sum / <f32>columns, product / <f32>columns);
  }
}

function inputGradient(
  columns: i32, x: usize, mean: f32, factor: f32, gain: usize, dy: usize, dx: usize, gMean: f32, gzMean: f32,
): void {
  const end = dx + (<usize>columns << 2), blocks = dx + (<usize>(columns & ~3) << 2);
  const means = f32x4.splat(mean), factors = f32x4.splat(factor), gMeans = f32x4.splat(gMean), gzMeans = f32x4.splat(gzMean);
  for (; dx < blocks; dx += 16, x += 16, dy += 16, gain += 16) {
    const z = f32x4.mul(f32x4.sub(v128.load(x), means), factors);
    const g = f32x4.mul(v128.load(dy), v128.load(gain));
    v128.store(dx, f32x4.mul(factors, f32x4.sub(f32x4.sub(g, gMeans), f32x4.mul(z, gzMeans))));
  }
  for (; dx < end; dx += 4, x += 4, dy += 4, gain += 4) {
    const z = (load<f32>(x) - mean) * factor;
    store<f32>(dx, factor * (load<f32>(dy) * load<f32>(gain) - gMean - z * gzMean));
  }
}

/** In eight f32 sums. */
function sumOfRow(x: usize, columns: i32): f64 {
  let sums = f32x4.splat(0), others = f32x4.splat(0);
  const end = x + (<usize>columns << 2), blocks = x + (<usize>(columns & ~7) << 2);
  for (; x < blocks; x += 32) {
    sums = f32x4.add(sums, v128.load(x));
    others = f32x4.add(others, v128.load(x, 16));
  }
  let sum = <f64>total(f32x4.add(sums, others));
  for (; x < end; x += 4) sum += <f64>load<f32>(x);
  return sum;
}

function sumOfSquaredGaps(x: usize, columns: i32, mean: f32): f64 {
  const means = f32x4.splat(mean);
  let sums = f32x4.splat(0), others = f32x4.splat(0);
  const end = x + (<usize>columns << 2), blocks = x + (<usize>(columns & ~7) << 2);
  for (; x < blocks; x += 32) {
    const gap = f32x4.sub(v128.load(x), means), other = f32x4.sub(v128.load(x, 16), means);
    sums = f32x4.add(sums, f32x4.mul(gap, gap));
    others = f32x4.add(others, f32x4.mul(other, other));
  }
  let sum = <f64>total(f32x4.add(sums, others));
  for (; x < end; x += 4) {
    const gap = load<f32>(x) - mean;
    sum += <f64>(gap * gap);
  }
  return sum;
}

// @ts-ignore: decorator
@inline
function total(sums: v128): f32 {
  return (f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1)) + (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3));
}
