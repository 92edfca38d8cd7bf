/**
 * Unpadded convolution of one example, channels last.
 *
 * `patches` (u32): byte offset in the input of each position's patch. A patch is `side` segments (kernel rows) of `segment`
 * contiguous floats, `inputRow` floats apart. Weights: [patch element][filter]. At least 5 positions; filters in blocks of 8.
 */
const POSITIONS: i32 = 5;
const FILTERS: i32 = 8;

export function convolution(
  input: usize, inputRow: i32, patches: usize, positions: i32, side: i32, segment: i32,
  weights: usize, bias: usize, filters: i32, output: usize,
): void {
  const filterBytes = <usize>filters << 2;
  for (let done = 0; done < positions; done += POSITIONS) {
    // The last block steps back to stay inside and computes some positions again.
    const first = <usize>min(done, positions - POSITIONS);
    for (let filter = 0; filter < filters; filter += FILTERS) {
      const offset = <usize>filter << 2;
      block(input, inputRow << 2, patches + (first << 2), side, segment << 2, weights + offset, bias + offset,
        output + first * filterBytes + offset, filterBytes);
    }
  }
}

/** Five positions x eight filters in ten registers; strides in bytes. */
// @ts-ignore: decorator
@inline
function block(
  input: usize, inputRow: usize, patches: usize, side: i32, segment: usize,
  w: usize, bias: usize, output: usize, filterBytes: usize,
): void {
  let p0 = input + load<u32>(patches), p1 = input + load<u32>(patches, 4), p2 = input + load<u32>(patches, 8);
  let p3 = input + load<u32>(patches, 12), p4 = input + load<u32>(patches, 16);
  let c00 = v128.load(bias), c01 = v128.load(bias, 16);
  let c10 = c00, c11 = c01, c20 = c00, c21 = c01, c30 = c00, c31 = c01, c40 = c00, c41 = c01;
  for (let row = 0; row < side; row++) {
    for (let k: usize = 0; k < segment; k += 4) {
      const w0 = v128.load(w), w1 = v128.load(w, 16);
      let x = v128.load_splat<f32>(p0 + k);
      c00 = f32x4.add(c00, f32x4.mul(x, w0)); c01 = f32x4.add(c01, f32x4.mul(x, w1));
      x = v128.load_splat<f32>(p1 + k);
      c10 = f32x4.add(c10, f32x4.mul(x, w0)); c11 = f32x4.add(c11, f32x4.mul(x, w1));
      x = v128.load_splat<f32>(p2 + k);
      c20 = f32x4.add(c20, f32x4.mul(x, w0)); c21 = f32x4.add(c21, f32x4.mul(x, w1));
      x = v128.load_splat<f32>(p3 + k);
      c30 = f32x4.add(c30, f32x4.mul(x, w0)); c31 = f32x4.add(c31, f32x4.mul(x, w1));
      x = v128.load_splat<f32>(p4 + k);
      c40 = f32x4.add(c40, f32x4.mul(x, w0)); c41 = f32x4.add(c41, f32x4.mul(x, w1));
      w += filterBytes;
    }
    p0 += inputRow; p1 += inputRow; p2 += inputRow; p3 += inputRow; p4 += inputRow;
  }
  v128.store(output, c00); v128.store(output, c01, 16); output += filterBytes;
  v128.store(output, c10); v128.store(output, c11, 16); output += filterBytes;
  v128.store(output, c20); v128.store(output, c21, 16); output += filterBytes;
  v128.store(output, c30); v128.store(output, c31, 16); output += filterBytes;
  v128.store(output, c40); v128.store(output, c41, 16);
}
