/**
 * Gradients of `convolution.ts`, for one example. Behind a max-pool most of the output's gradient is zero
 * (two thirds of it behind overlapping 2 x 2 windows), so both kernels walk lists of what is not. A list
 * entry is 8 bytes: u32 byte offset, f32 value. Weights and their gradient here: [filter][patch element]; a
 * segment is a multiple of 16 floats.
 */
const BLOCK: usize = 64;
const ENTRY: usize = 8;

/**
 * Lists the nonzero values of a gradient [position][filter] twice: by position, with the filter's offset in
 * the weights, and by filter, with the position's patch offset in the input. Every list has room for all its
 * entries; counts are u32.
 */
export function listNonzero(
  gradient: usize, positions: i32, filters: i32, patches: usize, patchBytes: usize,
  byPosition: usize, positionCounts: usize, byFilter: usize, filterCounts: usize,
): void {
  const filterListBytes = <usize>positions * ENTRY;
  memory.fill(filterCounts, 0, <usize>filters << 2);
  for (let position = 0; position < positions; position++) {
    const patch = load<u32>(patches + (<usize>position << 2));
    const list = byPosition + <usize>(position * filters) * ENTRY;
    let end = list;
    for (let quad: usize = 0; quad < <usize>filters; quad += 4) {
      let bits = i32x4.bitmask(f32x4.ne(v128.load(gradient), f32x4.splat(0)));
      while (bits) {
        const lane = <usize>ctz(bits);
        bits &= bits - 1;
        const value = load<f32>(gradient + (lane << 2));
        const filter = quad + lane;
        end = append(end, <u32>(filter * patchBytes), value);
        const counter = filterCounts + (filter << 2);
        const count = load<u32>(counter);
        append(byFilter + filter * filterListBytes + <usize>count * ENTRY, patch, value);
        store<u32>(counter, count + 1);
      }
      gradient += 16;
    }
    store<u32>(positionCounts + (<usize>position << 2), <u32>(end - list) / <u32>ENTRY);
  }
}

// @ts-ignore: decorator
@inline
function append(end: usize, offset: u32, value: f32): usize {
  store<u32>(end, offset);
  store<f32>(end, value, 4);
  return end + ENTRY;
}

/** Adds to `inputGradient`, which the caller has cleared. */
export function convolutionInputGradient(
  inputGradient: usize, inputRow: i32, patches: usize, positions: i32, side: i32, segment: i32,
  weights: usize, filters: i32, byPosition: usize, positionCounts: usize,
): void {
  const segmentBytes = <usize>segment << 2;
  for (let position = 0; position < positions; position++) {
    const list = byPosition + <usize>(position * filters) * ENTRY;
    const end = list + <usize>load<u32>(positionCounts + (<usize>position << 2)) * ENTRY;
    let target = inputGradient + load<u32>(patches + (<usize>position << 2));
    let element = weights;
    for (let row = 0; row < side; row++) {
      for (let k: usize = 0; k < segmentBytes; k += BLOCK) {
        addCombination(list, end, element, target + k, true);
        element += BLOCK;
      }
      target += <usize>inputRow << 2;
    }
  }
}

/** One example's gradient of the weights. */
export function convolutionWeightGradient(
  input: usize, inputRow: i32, positions: i32, side: i32, segment: i32,
  filters: i32, byFilter: usize, filterCounts: usize, target: usize,
): void {
  const segmentBytes = <usize>segment << 2;
  for (let filter = 0; filter < filters; filter++) {
    const list = byFilter + <usize>(filter * positions) * ENTRY;
    const end = list + <usize>load<u32>(filterCounts + (<usize>filter << 2)) * ENTRY;
    for (let row = 0; row < side; row++) {
      const source = input + (<usize>(row * inputRow) << 2);
      for (let k: usize = 0; k < segmentBytes; k += BLOCK) {
        addCombination(list, end, source + k, target, false);
        target += BLOCK;
      }
    }
  }
}

/**
 * 16 floats at `target` = (their former value if `keep`) + sum over the list of value * the 16 floats at
 * source + offset. V8 moves all loads of a loop's body to its top: with eight sums the eight loads beside
 * them would not fit the registers.
 */
// @ts-ignore: decorator
@inline
function addCombination(list: usize, end: usize, source: usize, target: usize, keep: bool): void {
  let c0 = f32x4.splat(0), c1 = c0, c2 = c0, c3 = c0;
  if (keep) {
    c0 = v128.load(target); c1 = v128.load(target, 16); c2 = v128.load(target, 32); c3 = v128.load(target, 48);
  }
  for (; list < end; list += ENTRY) {
    const s = source + load<u32>(list);
    const x = v128.load_splat<f32>(list, 4);
    c0 = f32x4.add(c0, f32x4.mul(x, v128.load(s)));
    c1 = f32x4.add(c1, f32x4.mul(x, v128.load(s, 16)));
    c2 = f32x4.add(c2, f32x4.mul(x, v128.load(s, 32)));
    c3 = f32x4.add(c3, f32x4.mul(x, v128.load(s, 48)));
  }
  v128.store(target, c0); v128.store(target, c1, 16); v128.store(target, c2, 32); v128.store(target, c3, 48);
}
