/**
 * From bytes to floats. `levels` is a table of the 256 values byte / 255.
 *
 * Cells: an input of a convolution with stride s is cut, padding included, into s x s cells of s * s *
 * channels values, so that the convolution has stride 1 on the grid of cells. Most cells of a handwritten
 * digit are empty; the marks say which are not, and the kernels of `input-convolution.ts` skip the others.
 * Skipping is exact: it leaves out sums of zeros.
 */

/** Value i goes to byte offset `offsets[i]` (u32) of the cells; `count` is rounded up to a multiple of 8. */
export function stageCells(
  bytes: usize, count: i32, offsets: usize, cells: usize, cellBytes: i32, levels: usize,
): void {
  memory.fill(cells, 0, cellBytes);
  const end = bytes + count;
  for (; bytes < end; bytes += 8, offsets += 32) {
    if (load<u64>(bytes) == 0) continue;
    for (let i: usize = 0; i < 8; i++) {
      store<f32>(cells + load<u32>(offsets + (i << 2)), level(levels, load<u8>(bytes + i)));
    }
  }
}

/**
 * Finds what is not zero: bit x of `masks[y]` (u64) says that cell (y, x) is not empty; and for each pair of
 * adjacent values in a cell, its list (u16, room for every cell) holds the cells where that pair is not zero,
 * `counts` (u32) its length. `cellSize` is a multiple of 4.
 */
export function markCells(
  cells: usize, height: i32, width: i32, cellSize: i32, masks: usize, lists: usize, counts: usize,
): void {
  const listBytes = <usize>(height * width) << 1;
  memory.fill(masks, 0, <usize>height << 3);
  for (let quad = 0; quad < cellSize; quad += 4) {
    const left = lists + <usize>(quad >> 1) * listBytes;
    const right = left + listBytes;
    let leftEnd = left, rightEnd = right;
    let cell = cells + (<usize>quad << 2);
    let index: u32 = 0;
    for (let y = 0; y < height; y++) {
      let mask = load<u64>(masks + (<usize>y << 3));
      for (let x = 0; x < width; x++) {
        const bits = i32x4.bitmask(f32x4.ne(v128.load(cell), f32x4.splat(0)));
        store<u16>(leftEnd, <u16>index);
        leftEnd += <usize>((bits & 3) != 0) << 1;
        store<u16>(rightEnd, <u16>index);
        rightEnd += <usize>((bits & 12) != 0) << 1;
        mask |= (<u64>(bits != 0)) << x;
        cell += <usize>cellSize << 2;
        index++;
      }
      store<u64>(masks + (<usize>y << 3), mask);
    }
    store<u32>(counts + (<usize>quad << 1), <u32>(leftEnd - left) >> 1);
    store<u32>(counts + (<usize>quad << 1), <u32>(rightEnd - right) >> 1, 4);
  }
}

// @ts-ignore: decorator
@inline
function level(levels: usize, byte: u8): f32 {
  return load<f32>(levels + (<usize>byte << 2));
}
