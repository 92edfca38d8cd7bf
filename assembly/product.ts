import { interleave, straighten } from "./pack-panel";
import { HEIGHT, tiles, WIDTH } from "./product-tile";

/**
 * The summed index and rows of A of one block (more rows where the index is shorter), and floats of a block of B: a panel of B takes
 * 16 KiB at most and stays in the first cache, its block and that of A take 376 KiB of the second.
 */
const DEPTH: i32 = 512;
const ROWS: i32 = 60;
const BLOCK: i32 = 65536;

/** Where the parts of the scratch memory begin, in floats: a row of zeros, an edge tile, a block of A, one of B. */
const EDGE: i32 = WIDTH;
const STRAIGHT: i32 = EDGE + HEIGHT * WIDTH;
const PANELS: i32 = STRAIGHT + DEPTH * ROWS;

/** Floats of scratch memory that `product` needs. */
export function productScratch(): i32 {
  return PANELS + BLOCK;
}

/**
 * C = A B, plus the bias row or plus C's former value, for any strides of A and B: either may be a transpose.
 *
 * Elements of A are `aRow` floats apart along a row's index and `aDepth` along the summed one, those of B `bDepth` and `bColumn`;
 * rows of C are contiguous, `cRow` apart. Any sizes, depth at least 1, and nothing past them is read or written. C overlaps
 * neither A nor B. Starts from `bias` (one row of `columns` floats) if it is not 0, otherwise from C if `accumulate`, otherwise
 * from 0.
 *
 * Blocks of B are copied to `scratch`, and so are blocks of A unless its rows are in one piece. The terms of an element are
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
  memory.fill(scratch, 0, <usize>WIDTH << 2);
  for (let k = 0; k < depth; k += DEPTH) {
    const length = min(DEPTH, depth - k), block = BLOCK / length & ~(WIDTH - 1);
    const former = k > 0 || (accumulate && !bias);
    for (let column = 0; column < columns; column += block) {
      const width = min(block, columns - column);
      packColumns(width, length, b + at(k * bDepth + column * bColumn), bColumn, bDepth, scratch + at(PANELS));
      multiplyBlock(rows, width, length, a + at(k * aDepth), aRow, aDepth, c + at(column), cRow,
        !former && bias ? bias + at(column) : 0, former, scratch);
    }
  }
}

/** Panels of 8 columns, one behind the other. */
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
  const most = DEPTH * ROWS / depth;
  for (let row = 0; row < rows; ) {
    const source = a + at(row * aRow), target = c + at(row * cRow);
    const height = rows - row < HEIGHT ? rows - row : min(most, rows - row) / HEIGHT * HEIGHT;
    if (aDepth == 1 && height >= HEIGHT) {
      multiplyRows(height, columns, depth, source, at(aRow), target, at(cRow), bias, former, scratch);
    } else {
      straighten(height, depth, source, aRow, aDepth, scratch + at(STRAIGHT));
      multiplyRows(height, columns, depth, scratch + at(STRAIGHT), at(depth), target, at(cRow), bias, former, scratch);
    }
    row += height;
  }
}

/** A block of rows by all panels: whole tiles of rows, or less than one, with room behind. Strides of rows in bytes. */
function multiplyRows(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: usize,
  c: usize, cRow: usize, bias: usize, former: bool, scratch: usize,
): void {
  const startRow = former ? cRow : 0;
  for (let column = 0; column < columns; column += WIDTH, c += at(WIDTH)) {
    const panel = at(PANELS + column * depth), start = former ? c : bias ? bias + at(column) : scratch;
    const width = min(WIDTH, columns - column);
    if (rows < HEIGHT || width < WIDTH) multiplyEdge(rows, width, depth, a, aRow, scratch, panel, c, cRow, start, startRow);
    else tiles(rows / HEIGHT, depth, a - aRow, aRow, scratch, panel, c, cRow, start, startRow);
  }
}

/** What does not fill tiles, worked out in one beside, since tiles are whole: with the same bits as in the middle of C. */
function multiplyEdge(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: usize, scratch: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize,
): void {
  const edge = scratch + at(EDGE);
  for (; rows > 0; rows -= HEIGHT) {
    const height = min(HEIGHT, rows);
    copyEdge(height, columns, edge, at(WIDTH), start, startRow);
    tiles(1, depth, a - aRow, aRow, scratch, panel, edge, at(WIDTH), edge, at(WIDTH));
    copyEdge(height, columns, c, cRow, edge, at(WIDTH));
    a += <usize>HEIGHT * aRow;
    c += <usize>HEIGHT * cRow;
    start += <usize>HEIGHT * startRow;
  }
}

function copyEdge(rows: i32, columns: i32, target: usize, targetRow: usize, source: usize, sourceRow: usize): void {
  for (; rows > 0; rows--, target += targetRow, source += sourceRow) memory.copy(target, source, at(columns));
}

// @ts-ignore: decorator
@inline
function at(floats: i32): usize {
  return <usize>floats << 2;
}
