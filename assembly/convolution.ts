/**
 * Unpadded convolution of one example, channels last.
 *
 * `patches` (u32): byte offset in the input of each position's patch. A patch is `side` segments (kernel
 * rows) of `segment` contiguous floats, `inputRow` floats apart. Weights: [patch element][filter]. `patches`
 * ends with one entry more; filters in blocks of 16.
 */
const POSITIONS: i32 = 2;
const FILTER_BYTES: usize = 64;

export function convolution(
  input: usize, inputRow: i32, patches: usize, positions: i32, side: i32, segment: i32,
  weights: usize, bias: usize, filters: i32, output: usize,
): void {
  const positionBytes = <usize>filters << 2;
  // A lone position is computed twice, in the same place.
  const outputStep = positions == 1 ? 0 : positionBytes;
  for (let done = 0; done < positions; done += POSITIONS) {
    // The last block steps back to stay inside and computes a position again.
    const first = <usize>max(0, min(done, positions - POSITIONS));
    for (let offset: usize = 0; offset < positionBytes; offset += FILTER_BYTES) {
      block(input, inputRow << 2, patches + (first << 2), side, segment << 2, weights + offset, bias + offset,
        output + first * positionBytes + offset, positionBytes, outputStep);
    }
  }
}

/** Two positions x 16 filters in eight registers; strides in bytes. */
function block(
  input: usize, inputRow: usize, patches: usize, side: i32, segment: usize,
  w: usize, bias: usize, output: usize, positionBytes: usize, outputStep: usize,
): void {
  let a = input + load<u32>(patches), b = input + load<u32>(patches, 4);
  let a0 = v128.load(bias), a1 = v128.load(bias, 16), a2 = v128.load(bias, 32), a3 = v128.load(bias, 48);
  let b0 = a0, b1 = a1, b2 = a2, b3 = a3;
  for (; side > 0; side--) {
    for (let k: usize = 0; k < segment; k += 4) {
      const w0 = v128.load(w), w1 = v128.load(w, 16), w2 = v128.load(w, 32), w3 = v128.load(w, 48);
      const x = v128.load_splat<f32>(a + k), y = v128.load_splat<f32>(b + k);
      a0 = f32x4.add(a0, f32x4.mul(x, w0)); b0 = f32x4.add(b0, f32x4.mul(y, w0));
      a1 = f32x4.add(a1, f32x4.mul(x, w1)); b1 = f32x4.add(b1, f32x4.mul(y, w1));
      a2 = f32x4.add(a2, f32x4.mul(x, w2)); b2 = f32x4.add(b2, f32x4.mul(y, w2));
      a3 = f32x4.add(a3, f32x4.mul(x, w3)); b3 = f32x4.add(b3, f32x4.mul(y, w3));
      w += positionBytes;
    }
    a += inputRow; b += inputRow;
  }
  v128.store(output, a0); v128.store(output, a1, 16); v128.store(output, a2, 32); v128.store(output, a3, 48);
  output += outputStep;
  v128.store(output, b0); v128.store(output, b1, 16); v128.store(output, b2, 32); v128.store(output, b3, 48);
}
