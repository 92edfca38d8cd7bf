import { largestOf } from "./attention-softmax";
import { exponential } from "./exponential";

/**
 * Softmax cross-entropy of one row of many logits: as `softmaxCrossEntropy`, with exponentials in f32 (2e-7
 * each) and sums in f64. Writes the logits' gradient, which may be written over the logits, and returns the
 * loss, nats.
 */
export function vocabularyCrossEntropy(logits: usize, classes: i32, label: i32, gradient: usize): f64 {
  const own = gradient + (<usize>label << 2), largest = largestOf(logits, classes);
  const gap = <f64>largest - <f64>load<f32>(logits + (<usize>label << 2));
  exponentialsOf(logits, classes, largest, gradient);
  const mine = Math.exp(-gap);
  // The others by themselves: no cancellation when the label is almost certain.
  store<f32>(own, 0);
  const others = sumOf(gradient, classes), whole = others + mine;
  scaleBy(gradient, classes, <f32>(1 / whole));
  store<f32>(own, <f32>(-others / whole));
  return gap == 0 ? Math.log1p(others) : Math.log(whole) + gap;
}

function exponentialsOf(logits: usize, classes: i32, largest: f32, target: usize): void {
  const shift = f32x4.splat(largest);
  const end = logits + (<usize>classes << 2), blocks = logits + (<usize>(classes & ~3) << 2);
  for (; logits < blocks; logits += 16, target += 16) {
    v128.store(target, exponential(f32x4.sub(v128.load(logits), shift)));
  }
  for (; logits < end; logits += 4, target += 4) {
    store<f32>(target, f32x4.extract_lane(exponential(f32x4.sub(v128.load_splat<f32>(logits), shift)), 0));
  }
}

function sumOf(values: usize, count: i32): f64 {
  let low = f64x2.splat(0), high = low;
  const end = values + (<usize>count << 2), blocks = values + (<usize>(count & ~3) << 2);
  for (; values < blocks; values += 16) {
    const four = v128.load(values);
    low = f64x2.add(low, f64x2.promote_low_f32x4(four));
    high = f64x2.add(high, f64x2.promote_low_f32x4(v128.shuffle<i64>(four, four, 1, 1)));
  }
  const both = f64x2.add(low, high);
  let sum = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  for (; values < end; values += 4) sum += <f64>load<f32>(values);
  return sum;
}

function scaleBy(values: usize, count: i32, factor: f32): void {
  const factors = f32x4.splat(factor);
  const end = values + (<usize>count << 2), blocks = values + (<usize>(count & ~3) << 2);
  for (; values < blocks; values += 16) v128.store(values, f32x4.mul(v128.load(values), factors));
  for (; values < end; values += 4) store<f32>(values, load<f32>(values) * factor);
}
