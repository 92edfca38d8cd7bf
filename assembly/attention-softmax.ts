import { exponential } from "./exponential";

/**
 * Softmax of factor * scores in place, for `rows` rows of `length` keys each; with `causal`, row i has the
 * keys up to i only. Keys past a row's last, up to `columns`, get 0.
 */
export function attentionSoftmax(
  rows: i32, columns: i32, length: i32, causal: bool, factor: f32, scores: usize, row: i32,
): void {
  for (let i = 0; i < rows; i++, scores += <usize>row << 2) {
    const keys = causal ? min(i + 1, length) : length;
    softmaxOfRow(scores, keys, factor);
    memory.fill(scores + (<usize>keys << 2), 0, <usize>(columns - keys) << 2);
  }
}

/**
 * From softmaxes and their gradients, in place of those, the scores' gradients: factor p (dp - sum of p dp).
 */
export function attentionSoftmaxGradient(
  rows: i32, columns: i32, factor: f32, softmax: usize, gradient: usize, row: i32,
): void {
  const blocks = <usize>(columns & ~3) << 2, size = <usize>columns << 2;
  for (; rows > 0; rows--, softmax += <usize>row << 2, gradient += <usize>row << 2) {
    let sums = f32x4.splat(0);
    let i: usize = 0;
    for (; i < blocks; i += 16) sums = f32x4.add(sums, f32x4.mul(v128.load(softmax + i), v128.load(gradient + i)));
    let sum = totalOf(sums);
    for (; i < size; i += 4) sum += load<f32>(softmax + i) * load<f32>(gradient + i);
    const shift = f32x4.splat(sum), factors = f32x4.splat(factor);
    for (i = 0; i < blocks; i += 16) {
      const p = f32x4.mul(factors, v128.load(softmax + i));
      v128.store(gradient + i, f32x4.mul(p, f32x4.sub(v128.load(gradient + i), shift)));
    }
    for (; i < size; i += 4) {
      store<f32>(gradient + i, factor * load<f32>(softmax + i) * (load<f32>(gradient + i) - sum));
    }
  }
}

function softmaxOfRow(scores: usize, keys: i32, factor: f32): void {
  const end = scores + (<usize>keys << 2), blocks = scores + (<usize>(keys & ~3) << 2);
  const shift = f32x4.splat(largestOf(scores, keys)), factors = f32x4.splat(factor);
  let sums = f32x4.splat(0);
  let at = scores;
  for (; at < blocks; at += 16) {
    const e = exponential(f32x4.mul(factors, f32x4.sub(v128.load(at), shift)));
    v128.store(at, e);
    sums = f32x4.add(sums, e);
  }
  let sum = totalOf(sums);
  for (; at < end; at += 4) {
    const e = f32x4.extract_lane(exponential(f32x4.mul(factors, f32x4.sub(v128.load_splat<f32>(at), shift))), 0);
    store<f32>(at, e);
    sum += e;
  }
  const share: f32 = 1 / sum, shares = f32x4.splat(share);
  for (at = scores; at < blocks; at += 16) v128.store(at, f32x4.mul(v128.load(at), shares));
  for (; at < end; at += 4) store<f32>(at, load<f32>(at) * share);
}

/** The largest of `count` floats; of those that are not NaN, if one is. */
export function largestOf(values: usize, count: i32): f32 {
  const end = values + (<usize>count << 2), blocks = values + (<usize>(count & ~3) << 2);
  let tops = f32x4.splat(-Infinity);
  for (; values < blocks; values += 16) tops = f32x4.pmax(tops, v128.load(values));
  let top = max(
    max(f32x4.extract_lane(tops, 0), f32x4.extract_lane(tops, 1)),
    max(f32x4.extract_lane(tops, 2), f32x4.extract_lane(tops, 3)),
  );
  for (; values < end; values += 4) if (load<f32>(values) > top) top = load<f32>(values);
  return top;
}

// @ts-ignore: decorator
@inline
function totalOf(sums: v128): f32 {
  return (f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1)) + (f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3));
}
