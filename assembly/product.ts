import { edgeTile, tileOfFour, tileOfSix } from "./product-tile";
import { packPanel } from "./pack-panel";

/** Depth and columns of a block of B that is packed at once: 256 KiB, half of a second-level cache. */
const DEPTH: i32 = 256;
const COLUMNS: i32 = 256;

/** Columns of a panel of B, and rows of a panel of A. */
const WIDTH: i32 = 8;
const HEIGHT: i32 = 6;

/** Floats of scratch memory that `product` needs. */
export function productScratch(): i32 {
  return DEPTH * COLUMNS + DEPTH * HEIGHT + HEIGHT * WIDTH + WIDTH;
}

/**
 * C = A B, plus the bias row or plus C's former value, for any strides of A and B: either may be a transpose.
 *
 * Elements of A are `aRow` floats apart along a row's index and `aDepth` along the summed one, those of B `bDepth` and `bColumn`;
 * rows of C are contiguous, `cRow` apart. Any sizes, and nothing past them is read or written. C overlaps neither A nor B.
 * Starts from `bias` (one row of `columns` floats) if it is not 0, otherwise from C if `accumulate`, otherwise from 0.
 *
 * Blocks of B and panels of A are copied to `scratch` in the order in which the register tiles read them. The terms of an
 * element are added one after the other: it is off by at most (depth + 1) 2^-24 (1 + 2^-10) times the sum of the magnitudes of its start and terms (depth < 8,000).
 */
export function product(
  rows: i32, columns: i32, depth: i32,
  a: usize, aRow: i32, aDepth: i32,
  b: usize, bDepth: i32, bColumn: i32,
  c: usize, cRow: i32,
  bias: usize, accumulate: bool, scratch: usize,
): void {
  const panel = scratch + at(DEPTH * COLUMNS);
  memory.fill(zerosOf(panel), 0, <usize>WIDTH << 2);
  for (let column = 0; column < columns; column += COLUMNS) {
    const width = min(COLUMNS, columns - column), target = c + at(column);
    for (let k = 0; k == 0 || k < depth; k += DEPTH) {
      const length = min(DEPTH, depth - k);
      packColumns(width, length, b + at(k * bDepth + column * bColumn), bDepth, bColumn, scratch);
      const first = k == 0;
      multiplyBlock(rows, width, length, a + at(k * aDepth), aRow, aDepth, scratch, target, cRow,
        bias ? bias + at(column) : 0, !first || (accumulate && !bias), panel);
    }
  }
}

/** Panels of 8 columns, one behind the other. */
function packColumns(columns: i32, depth: i32, b: usize, bDepth: i32, bColumn: i32, target: usize): void {
  const size = at(even(depth) * WIDTH);
  for (let column = 0; column < columns; column += WIDTH) {
    packPanel(WIDTH, min(WIDTH, columns - column), depth, b + at(column * bColumn), bColumn, bDepth, target);
    target += size;
  }
}

/** Rows of A, a panel at a time, by all columns of the packed block. The last one to four rows take the lower tile. */
function multiplyBlock(
  rows: i32, columns: i32, depth: i32,
  a: usize, aRow: i32, aDepth: i32,
  packed: usize, c: usize, cRow: i32,
  bias: usize, accumulate: bool, panel: usize,
): void {
  for (let row = 0; row < rows; row += HEIGHT) {
    const height = rows - row > 4 ? HEIGHT : 4, left = min(height, rows - row);
    packPanel(height, left, depth, a + at(row * aRow), aRow, aDepth, panel);
    multiplyPanel(height, left, columns, even(depth), panel, packed, c + at(row * cRow), cRow, bias, accumulate);
  }
}

/** `left` rows of C, with a panel of A for `height`. */
function multiplyPanel(
  height: i32, left: i32, columns: i32, depth: i32,
  panel: usize, packed: usize, c: usize, cRow: i32,
  bias: usize, accumulate: bool,
): void {
  const rowBytes = at(cRow), startRow = accumulate ? rowBytes : 0, zeros = zerosOf(panel), edge = zeros + at(WIDTH);
  for (let column = 0; column < columns; column += WIDTH) {
    const target = c + at(column), width = min(WIDTH, columns - column);
    const start = accumulate ? target : bias ? bias + at(column) : zeros;
    if (left < height || width < WIDTH) {
      edgeTile(height, left, width, depth, panel, packed, target, rowBytes, start, startRow, edge, zeros);
    } else if (height == HEIGHT) {
      tileOfSix(depth, panel, packed, target, rowBytes, start, startRow);
    } else {
      tileOfFour(depth, panel, packed, target, rowBytes, start, startRow);
    }
    packed += at(depth * WIDTH);
  }
}

/** Behind a panel of A: one row of zeros, then the block that `edgeTile` works in. */
// @ts-ignore: decorator
@inline
function zerosOf(panel: usize): usize {
  return panel + at(DEPTH * HEIGHT);
}

// @ts-ignore: decorator
@inline
function even(count: i32): i32 {
  return (count + 1) & ~1;
}

// @ts-ignore: decorator
@inline
function at(floats: i32): usize {
  return <usize>floats << 2;
}
