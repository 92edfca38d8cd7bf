import { interleave, straighten } from "./pack-panel";
import { edgeTile, tile, WIDTH } from "./product-tile";

/** The summed index and rows of A of one block: a panel of B takes 16 KiB, a straightened block of A half of a second-level cache. */
const DEPTH: i32 = 256;
const ROWS: i32 = 256;

/** Floats of scratch memory that `product` needs: a panel of B, a row of zeros, an edge tile, a block of A. */
export function productScratch(): i32 {
  return DEPTH * WIDTH + WIDTH + 2 * WIDTH + DEPTH * ROWS;
}

/**
 * C = A B, plus the bias row or plus C's former value, for any strides of A and B: either may be a transpose.
 *
 * Elements of A are `aRow` floats apart along a row's index and `aDepth` along the summed one, those of B `bDepth` and `bColumn`;
 * rows of C are contiguous, `cRow` apart. Any sizes, depth at least 1, and nothing past them is read or written. C overlaps
 * neither A nor B. Starts from `bias` (one row of `columns` floats) if it is not 0, otherwise from C if `accumulate`, otherwise
 * from 0.
 *
 * Panels of B are copied to `scratch`, and so are blocks of A unless their rows are in one piece. The terms of an element are
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
  const panel = scratch, zeros = panel + at(DEPTH * WIDTH), block = zeros + at(3 * WIDTH);
  memory.fill(zeros, 0, <usize>WIDTH << 2);
  for (let k = 0; k < depth; k += DEPTH) {
    const length = min(DEPTH, depth - k), isLater = k > 0;
    for (let row = 0, height = rows; row < rows; row += height) {
      let source = a + at(row * aRow + k * aDepth), sourceRow = aRow;
      if (aDepth != 1) {
        height = min(ROWS, rows - row);
        straighten(height, length, source, aRow, aDepth, block);
        source = block;
        sourceRow = length;
      }
      for (let column = 0; column < columns; column += WIDTH) {
        const width = min(WIDTH, columns - column), target = c + at(row * cRow + column);
        interleave(width, length, b + at(k * bDepth + column * bColumn), bColumn, bDepth, panel);
        const former = isLater || (accumulate && !bias);
        const start = former ? target : bias ? bias + at(column) : zeros;
        multiplyPanel(height, width, length, source, at(sourceRow), panel, target, at(cRow), start, former, zeros);
      }
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
