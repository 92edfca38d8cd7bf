import { interleave, straighten } from "./pack-panel";
import { edgeTile, tile, WIDTH } from "./product-tile";

/**
 * The summed index and rows of A of one block, and floats of a block of B: a panel of B takes 16 KiB at most and stays in the first
 * cache, its block and that of A take 320 KiB of the second.
 */
const DEPTH: i32 = 256;
const ROWS: i32 = 64;
const BLOCK: i32 = 65536;

/** Floats of scratch memory that `product` needs: a row of zeros, an edge tile, a block of A, one of B. */
export function productScratch(): i32 {
  return WIDTH + 2 * WIDTH + DEPTH * ROWS + BLOCK;
}

/**
 * C = A B, plus the bias row or plus C's former value, for any strides of A and B: either may be a transpose.
 *
 * Elements of A are `aRow` floats apart along a row's index and `aDepth` along the summed one, those of B `bDepth` and `bColumn`;
 * rows of C are contiguous, `cRow` apart. Any sizes, depth at least 1, and nothing past them is read or written. C overlaps
 * neither A nor B. Starts from `bias` (one row of `columns` floats) if it is not 0, otherwise from C if `accumulate`, otherwise
 * from 0.
 *
 * Blocks of B are copied to `scratch`, and so are blocks of A unless their rows are in one piece. The terms of an element are
 * added one after the other, from the start on, so its bits depend on nothing but its row of A and its column of B; it is off by at most (depth + 1) 2^-24 (1 + 2^-10) times the sum of the magnitudes of its start and
 * terms (depth < 8,000).
 */
export function product(
  rows: i32, columns: i32, depth: i32,
  a: usize, aRow: i32, aDepth: i32,
  b: usize, bDepth: i32, bColumn: i32,
  c: usize, cRow: i32,
  bias: usize, accumulate: bool, scratch: usize,
): void {
  const panels = scratch + at(3 * WIDTH + DEPTH * ROWS);
  memory.fill(scratch, 0, <usize>WIDTH << 2);
  for (let k = 0; k < depth; k += DEPTH) {
    const length = min(DEPTH, depth - k), block = BLOCK / length & ~(WIDTH - 1);
    const former = k > 0 || (accumulate && !bias);
    for (let column = 0; column < columns; column += block) {
      const width = min(block, columns - column);
      packColumns(width, length, b + at(k * bDepth + column * bColumn), bColumn, bDepth, panels);
      multiplyBlock(rows, width, length, a + at(k * aDepth), aRow, aDepth, c + at(column), cRow,
        !former && bias ? bias + at(column) : 0, former, scratch);
    }
  }
}

/** Panels of 16 columns, one behind the other. */
function packColumns(columns: i32, depth: i32, b: usize, bColumn: i32, bDepth: i32, target: usize): void {
  for (let column = 0; column < columns; column += WIDTH) {
    interleave(min(WIDTH, columns - column), depth, b + at(column * bColumn), bColumn, bDepth, target + at(column * depth));
  }
}

/** Blocks of rows by all panels. */
function multiplyBlock(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: i32, aDepth: i32,
  c: usize, cRow: i32, bias: usize, former: bool, scratch: usize,
): void {
  const straight = scratch + at(3 * WIDTH), panels = straight + at(DEPTH * ROWS);
  for (let row = 0; row < rows; row += ROWS) {
    const height = min(ROWS, rows - row);
    let source = a + at(row * aRow), sourceRow = aRow;
    if (aDepth != 1) {
      straighten(height, depth, source, aRow, aDepth, straight);
      source = straight;
      sourceRow = depth;
    }
    for (let column = 0; column < columns; column += WIDTH) {
      const target = c + at(row * cRow + column);
      const start = former ? target : bias ? bias + at(column) : scratch;
      multiplyPanel(height, min(WIDTH, columns - column), depth, source, at(sourceRow), panels + at(column * depth),
        target, at(cRow), start, former, scratch);
    }
  }
}

/** All rows by one panel. Strides in bytes; `start` is C itself or one row for all. */
function multiplyPanel(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: usize, panel: usize,
  c: usize, cRow: usize, start: usize, isFormer: bool, zeros: usize,
): void {
  const startRow = isFormer ? cRow : 0, edge = zeros + at(WIDTH);
  const whole = columns == WIDTH ? rows & ~1 : 0;
  let row = 0;
  for (; row < whole; row += 2, a += 2 * aRow, c += 2 * cRow, start += 2 * startRow) {
    tile(depth, a, aRow, panel, c, cRow, start, startRow);
  }
  for (; row < rows; row += 2, a += 2 * aRow, c += 2 * cRow, start += 2 * startRow) {
    edgeTile(min(2, rows - row), columns, depth, a, aRow, panel, c, cRow, start, startRow, edge);
  }
}

// @ts-ignore: decorator
@inline
function at(floats: i32): usize {
  return <usize>floats << 2;
}
