import { interleave, straighten } from "./pack-panel";
import { HEIGHT, LOW, lowTiles, tiles, WIDTH } from "./product-tile";

/**
 * The summed index and rows of A of one block (more rows where the index is shorter), and floats of a block
 * of B: a panel of B takes 16 KiB at most and stays in the first cache, its block and that of A take 376 KiB
 * of the second.
 */
const DEPTH: i32 = 512;
const ROWS: i32 = 60;
const BLOCK: i32 = 65536;

/**
 * Where the parts of the scratch memory begin, in floats: a row of zeros, an edge tile, a block of A, one of
 * B.
 */
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
 * Elements of A are `aRow` floats apart along a row's index and `aDepth` along the summed one, those of B
 * `bDepth` and `bColumn`; rows of C are contiguous, `cRow` apart. Any sizes, depth at least 1, and nothing
 * past them is read or written. C overlaps neither A nor B. Starts from `bias` (one row of `columns` floats)
 * if it is not 0, otherwise from C if `accumulate`, otherwise from 0.
 *
 * Blocks of B are copied to `scratch`, and so are blocks of A unless its rows are in one piece. The terms of
 * an element are added one after the other, from the start on, so its bits depend on nothing but its row of A
 * and its column of B; it is off by at most (depth + 1) 2^-24 (1 + 2^-10) times the sum of the magnitudes of
 * its start and terms (depth < 8,000).
 */
export function product(
  rows: i32, columns: i32, depth: i32,
  a: usize, aRow: i32, aDepth: i32,
  b: usize, bDepth: i32, bColumn: i32,
  c: usize, cRow: i32,
  bias: usize, accumulate: bool, scratch: usize,
): void {
  v128.store(scratch, f32x4.splat(0));
  v128.store(scratch, f32x4.splat(0), 16);
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
    const height = heightOf(min(most, rows - row));
    if (aDepth == 1 && height >= LOW) {
      multiplyRows(height, columns, depth, source, at(aRow), target, at(cRow), bias, former, scratch);
    } else {
      straighten(height, depth, source, aRow, aDepth, scratch + at(STRAIGHT));
      multiplyRows(height, columns, depth, scratch + at(STRAIGHT), at(depth), target, at(cRow), bias, former, scratch);
    }
    row += height;
  }
}

/** As many of these rows as fill tiles of either height, or all where that is none. */
function heightOf(rows: i32): i32 {
  return rows < LOW || LOW * lowCount(rows) <= rows ? rows : rows / HEIGHT * HEIGHT;
}

/** How many low tiles leave whole multiples of a tile's height. */
function lowCount(rows: i32): i32 {
  return (HEIGHT - rows % HEIGHT) % HEIGHT;
}

/**
 * A block of rows by all panels: rows that fill tiles, or less than one, with room behind. Strides of rows in
 * bytes.
 *
 * One full panel at a time, or 32 KiB of shorter ones, by each row of tiles, so that lines of C are written
 * in one go (measured).
 */
function multiplyRows(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: usize,
  c: usize, cRow: usize, bias: usize, former: bool, scratch: usize,
): void {
  const startRow = former ? cRow : 0, startPanel = former || bias ? at(WIDTH) : 0;
  const low = lowCount(rows), whole = rows - LOW * low, near = depth < DEPTH ? 2 * DEPTH / depth : 1;
  for (let column = 0; column < columns; ) {
    const panel = at(PANELS + column * depth), start = former ? c : bias ? bias + at(column) : scratch;
    const width = columns - column, count = min(near, width / WIDTH);
    if (rows < LOW || count == 0) {
      multiplyEdge(rows, min(WIDTH, width), depth, a, aRow, scratch, panel, c, cRow, start, startRow);
    } else {
      tiles(whole / HEIGHT, count, depth, a - aRow, aRow, scratch, panel, c, cRow, start, startRow, startPanel);
      lowTiles(low, count, depth, a + <usize>(whole - 1) * aRow, aRow, scratch, panel,
        c + <usize>whole * cRow, cRow, start + <usize>whole * startRow, startRow, startPanel);
    }
    const done = rows < LOW || count == 0 ? WIDTH : count * WIDTH;
    column += done;
    c += at(done);
  }
}

/**
 * What does not fill tiles, worked out in some beside, since tiles are whole: with the same bits as in the
 * middle of C.
 */
function multiplyEdge(
  rows: i32, columns: i32, depth: i32, a: usize, aRow: usize, scratch: usize, panel: usize,
  c: usize, cRow: usize, start: usize, startRow: usize,
): void {
  const edge = scratch + at(EDGE);
  while (rows > 0) {
    const isLow = rows > LOW && rows % HEIGHT != 0 || rows == LOW, height = isLow ? LOW : min(HEIGHT, rows);
    copyEdge(height, columns, edge, at(WIDTH), start, startRow);
    if (isLow) lowTiles(1, 1, depth, a - aRow, aRow, scratch, panel, edge, at(WIDTH), edge, at(WIDTH), 0);
    else tiles(1, 1, depth, a - aRow, aRow, scratch, panel, edge, at(WIDTH), edge, at(WIDTH), 0);
    copyEdge(height, columns, c, cRow, edge, at(WIDTH));
    rows -= height;
    a += <usize>height * aRow;
    c += <usize>height * cRow;
    start += <usize>height * startRow;
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
