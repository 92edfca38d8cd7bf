/**
 * The first convolution, on the cells that `staging.ts` marks, with `side` x `side` kernel cells and stride 1
 * on the grid. Filters come in blocks of 16. Weights and their gradient: [block][kernel cell][value of the
 * cell][16 filters].
 */
const FILTERS: i32 = 16;

/**
 * Output at positions (y, x) of `rows` x `columns`, with `width` positions (the grid's width in cells) per
 * stored row. Works on two neighbours at once: `columns` is rounded up to an even number. `kernelOffsets`
 * (u32): byte offset in the grid of each kernel cell, row after row; side * side <= 32.
 */
export function inputConvolution(
  cells: usize, masks: usize, width: i32, cellSize: i32, side: i32, kernelOffsets: usize,
  weights: usize, bias: usize, filters: i32, output: usize, rows: i32, columns: i32,
): void {
  const cellBytes = <usize>cellSize << 2;
  const blockBytes = <usize>(side * side * cellSize * FILTERS) << 2;
  const positionBytes = <usize>filters << 2;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x += 2) {
      const mask = pairMask(masks + (<usize>y << 3), x, side);
      const position = <usize>(y * width + x);
      const corner = cells + position * cellBytes;
      let target = output + position * positionBytes;
      for (let block = 0; block < filters; block += FILTERS) {
        const done = <usize>block << 2;
        positionPair(mask, corner, cellBytes, kernelOffsets, weights + <usize>(block >> 4) * blockBytes,
          bias + done, target + done, positionBytes);
      }
    }
  }
}

/** Bit ay * side + ax: kernel cell (ay, ax) of the position x or of its right neighbour is not empty. */
// @ts-ignore: decorator
@inline
function pairMask(masks: usize, x: i32, side: i32): u32 {
  const window = (1 << side) - 1;
  let mask: u32 = 0;
  for (let ay = 0; ay < side; ay++) {
    const row = load<u64>(masks + (<usize>ay << 3));
    mask |= (<u32>((row | (row >> 1)) >> x) & window) << (ay * side);
  }
  return mask;
}

/** Two positions x 16 filters in eight registers, over the kernel cells of the mask. */
// @ts-ignore: decorator
@inline
function positionPair(
  mask: u32, corner: usize, cellBytes: usize, kernelOffsets: usize,
  weights: usize, bias: usize, target: usize, positionBytes: usize,
): void {
  let l0 = v128.load(bias), l1 = v128.load(bias, 16), l2 = v128.load(bias, 32), l3 = v128.load(bias, 48);
  let r0 = l0, r1 = l1, r2 = l2, r3 = l3;
  while (mask) {
    const bit = <usize>ctz(mask);
    mask &= mask - 1;
    let cell = corner + load<u32>(kernelOffsets + (bit << 2));
    const end = cell + cellBytes;
    let w = weights + ((bit * cellBytes) << 4);
    for (; cell < end; cell += 4, w += 64) {
      const left = v128.load_splat<f32>(cell), right = v128.load_splat<f32>(cell + cellBytes);
      const w0 = v128.load(w), w1 = v128.load(w, 16), w2 = v128.load(w, 32), w3 = v128.load(w, 48);
      l0 = f32x4.add(l0, f32x4.mul(left, w0)); r0 = f32x4.add(r0, f32x4.mul(right, w0));
      l1 = f32x4.add(l1, f32x4.mul(left, w1)); r1 = f32x4.add(r1, f32x4.mul(right, w1));
      l2 = f32x4.add(l2, f32x4.mul(left, w2)); r2 = f32x4.add(r2, f32x4.mul(right, w2));
      l3 = f32x4.add(l3, f32x4.mul(left, w3)); r3 = f32x4.add(r3, f32x4.mul(right, w3));
    }
  }
  v128.store(target, l0); v128.store(target, l1, 16); v128.store(target, l2, 32); v128.store(target, l3, 48);
  target += positionBytes;
  v128.store(target, r0); v128.store(target, r1, 16); v128.store(target, r2, 32); v128.store(target, r3, 48);
}

/**
 * Gradient of the weights of one example. `gradient` points at position (0, 0) of the output's gradient,
 * stored with the grid's width; all positions outside the output that a cell can reach hold zeros, (side - 1)
 * * (width + 1) of them before (0, 0) too. `lists` and `counts` are `markCells`'s.
 */
export function inputConvolutionWeightGradient(
  cells: usize, width: i32, height: i32, cellSize: i32, side: i32, lists: usize, counts: usize,
  gradient: usize, filters: i32, target: usize,
): void {
  const listBytes = <usize>(height * width) << 1;
  const cellBytes = <usize>cellSize << 2;
  const positionBytes = <usize>filters << 2;
  for (let block = 0; block < filters; block += FILTERS) {
    for (let ay = 0; ay < side; ay++) {
      for (let ax = 0; ax < side; ax++) {
        const shifted = gradient + (<usize>block << 2) - <usize>(ay * width + ax) * positionBytes;
        for (let pair: usize = 0; pair < <usize>cellSize >> 1; pair++) {
          const list = lists + pair * listBytes;
          valuePair(list, list + (<usize>load<u32>(counts + (pair << 2)) << 1), cells + (pair << 3), cellBytes,
            shifted, positionBytes, target);
          target += 2 * FILTERS * 4;
        }
      }
    }
  }
}

/** Two values of a kernel cell x 16 filters in eight registers, over the cells of the list. */
// @ts-ignore: decorator
@inline
function valuePair(
  list: usize, end: usize, cells: usize, cellBytes: usize, gradient: usize, positionBytes: usize, target: usize,
): void {
  let a0 = f32x4.splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  for (; list < end; list += 2) {
    const index = <usize>load<u16>(list);
    const cell = cells + index * cellBytes;
    const g = gradient + index * positionBytes;
    const first = v128.load_splat<f32>(cell), second = v128.load_splat<f32>(cell, 4);
    const g0 = v128.load(g), g1 = v128.load(g, 16), g2 = v128.load(g, 32), g3 = v128.load(g, 48);
    a0 = f32x4.add(a0, f32x4.mul(first, g0)); b0 = f32x4.add(b0, f32x4.mul(second, g0));
    a1 = f32x4.add(a1, f32x4.mul(first, g1)); b1 = f32x4.add(b1, f32x4.mul(second, g1));
    a2 = f32x4.add(a2, f32x4.mul(first, g2)); b2 = f32x4.add(b2, f32x4.mul(second, g2));
    a3 = f32x4.add(a3, f32x4.mul(first, g3)); b3 = f32x4.add(b3, f32x4.mul(second, g3));
  }
  v128.store(target, a0); v128.store(target, a1, 16); v128.store(target, a2, 32); v128.store(target, a3, 48);
  v128.store(target, b0, 64); v128.store(target, b1, 80); v128.store(target, b2, 96); v128.store(target, b3, 112);
}
