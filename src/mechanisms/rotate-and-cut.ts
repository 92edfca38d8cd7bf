import { DpError } from "../errors.js";
import { hadamardOrder, MAX_COLUMNS } from "../numerics/hadamard-order.js";
import { seededSource } from "../random/index.js";
import { checkNumber, checkOptions } from "../validate.js";
import { checkLength } from "./_internal/check-length.js";
import { checkVector } from "./_internal/check-vector.js";
import {
  putDiagonal,
  rotationBy,
  takeDiagonal,
  turnColumns,
  turnColumnsBack,
} from "./_internal/turned-columns.js";
import { walshHadamardInPlace } from "./_internal/walsh-hadamard.js";
import { clipInPlace } from "./clip-in-place.js";

const MAX_DIMENSION = 2 ** 26;
const CLIP_BOUNDS = { min: 1e-15, max: 1e12 };
/** Of a square root and a quotient: the blocks' bound is rounded down by more. */
const ROUNDED_DOWN = 1 - 2 ** -51;

/** Vectors as rotated blocks, each a message of its own. */
export interface RotatedBlocks {
  /** Entries of a block. */
  readonly blockLength: number;
  /** C / √m: no block is longer. */
  readonly blockBound: number;
  /** Of the rotation, ±1 for each row of the matrix, public; for the rows of its padding too. */
  readonly rowSigns: Readonly<Float64Array>;
  /** What the rotation makes of the matrix's columns: their combinations, one behind the other. */
  readonly columnRotation: readonly Readonly<Float64Array>[];
  /** The blocks of a vector: rotated, cut, and each clipped to `blockBound`; the vector stays as it is. */
  cut(vector: ArrayLike<number>): Float64Array[];
  /**
   * The vector of some blocks, which may be sums with noise: put together and rotated back, without the
   * padding.
   */
  join(blocks: ArrayLike<ArrayLike<number>>): Float64Array;
  /**
   * The same for entries in the order of their classes of rows, one class behind the other, row by row: those
   * of the blocks themselves, where there is one column.
   */
  joinClasses(entries: Float64Array): Float64Array;
}

/**
 * Cuts vectors into blocks that are shuffled each by itself, after a public rotation that spreads a vector
 * evenly over them.
 *
 * The rotation is a matrix of random signs and then the Hadamard matrix over the blocks, entry by entry:
 * orthogonal, of d entries rounded up to a multiple of m. Rotating within a block would not change its norm.
 * Everybody may know the seed. A block of a vector of norm at most C is clipped to C / √m: of m = d / 200
 * blocks that costs some 2 % of the norm. Guarantee: no block's norm exceeds `blockBound`, rounding included.
 * Noise of standard deviation s on each entry of a block is noise s √m / C in its clip bounds, and s on each
 * entry of the joined sum. A block is reported by `gaussianRandomizer` of that length and bound. Assumes:
 * blocks of one user cannot be linked; noise and permutation of each block are its own; the seed is fixed
 * before the round's noise.
 *
 * With c > 1 columns the vector is a matrix of d / c rows, one behind the other, rotated from both sides: its
 * columns by signs and a Hadamard matrix of order c' >= c (the next 2^i or 12 * 2^i), its rows as vectors
 * are, cut into m classes. Block k is made of column o of class k - o modulo m, for all o: ceil(d / c / m)
 * rows of c' entries. Outer products stay outer products, so that nobody needs to write them out to clip
 * them.
 *
 * @param options.dimension d, entries of a vector, integer in [1, 2^26]
 * @param options.blocks    m, a power of two, at most the next power of two from the number of rows on
 * @param options.clipBound C, [1e-15, 1e12]
 * @param options.seed      of the rotation, public: an integer in [0, 2^53), or any text
 * @param options.columns   c, a divisor of d, at most 1,024; default 1
 * @returns the blocks
 * @throws DpError OUT_OF_RANGE an option is outside its range, or an entry of a vector; BAD_INPUT a vector or
 *   its blocks have the wrong length, columns do not divide the dimension, or there are no options
 * @example
 * const blocks = rotateAndCut({ dimension: 1000, blocks: 4, clipBound: 1, seed: 7 });
 * const vector = new Float64Array(1000).fill(0.01);
 * blocks.cut(vector).length; // 4
 * blocks.join(blocks.cut(vector))[0].toFixed(2); // "0.01"
 * @see docs/theorems/rotated-blocks.md
 */
export function rotateAndCut(options: {
  readonly dimension: number;
  readonly blocks: number;
  readonly clipBound: number;
  readonly seed: number | string;
  readonly columns?: number | undefined;
}): RotatedBlocks {
  const name = "rotateAndCut";
  checkOptions(name, options);
  const { dimension, columns, rows } = checkMatrix(name, options.dimension, options.columns ?? 1);
  const blocks = checkBlocks(`${name}: blocks`, options.blocks, 2 ** Math.ceil(Math.log2(rows)));
  const clipBound = checkNumber(`${name}: clipBound`, options.clipBound, CLIP_BOUNDS);
  const classRows = Math.ceil(rows / blocks);
  const order = hadamardOrder(columns);
  const blockLength = classRows * order;
  const signs = signsOf(options.seed, blocks * classRows + (columns === 1 ? 0 : columns));
  const rowSigns = signs.slice(0, blocks * classRows);
  const columnRotation =
    columns === 1 ? [Float64Array.of(1)] : rotationBy(signs.slice(rowSigns.length), order);
  const blockBound = (clipBound / Math.sqrt(blocks)) * ROUNDED_DOWN;
  const turnBack = (turned: Float64Array): Float64Array => {
    rotate(turned, blocks);
    return turnColumnsBack(turned, { rowSigns, columnRotation, rows });
  };
  return {
    blockLength,
    blockBound,
    rowSigns,
    columnRotation,
    cut(vector) {
      checkVector(`${name}: vector`, vector, dimension);
      const turned = new Float64Array(blocks * blockLength);
      turnColumns(turned, vector, { rowSigns, columnRotation, rows });
      rotate(turned, blocks);
      return Array.from({ length: blocks }, (_, index) => {
        const block = takeDiagonal(turned, index, blocks, order);
        clipInPlace(block, { norm: "l2", bound: blockBound });
        return block;
      });
    },
    join(parts) {
      checkLength(`${name}: blocks`, parts, blocks, "blocks");
      const turned = new Float64Array(blocks * blockLength);
      for (let index = 0; index < blocks; index++) {
        checkVector(`${name}: blocks[${index}]`, parts[index]!, blockLength);
        putDiagonal(turned, index, parts[index]!, blocks, order);
      }
      return turnBack(turned);
    },
    joinClasses(entries) {
      checkVector(`${name}: entries`, entries, blocks * blockLength);
      return turnBack(entries.slice());
    },
  };
}

function checkMatrix(name: string, dimension: number, columns: number) {
  checkNumber(`${name}: dimension`, dimension, { min: 1, max: MAX_DIMENSION, integer: true });
  const parameter = `${name}: columns`;
  checkNumber(parameter, columns, { min: 1, max: MAX_COLUMNS, integer: true });
  const rows = dimension / columns;
  if (Number.isInteger(rows)) return { dimension, columns, rows };
  const allowed = `a divisor of the dimension, ${dimension}`;
  throw new DpError("BAD_INPUT", `${parameter} must be ${allowed}, got ${columns}`, {
    parameter,
    value: columns,
    allowed,
  });
}

function checkBlocks(name: string, value: number, max: number): number {
  const blocks = checkNumber(name, value, { min: 1, max, integer: true });
  const next = 2 ** Math.ceil(Math.log2(blocks));
  const advice = `${blocks} is no power of two; take ${next}`;
  return next === blocks ? blocks : checkNumber(name, blocks, { min: next, max, advice });
}

/** Public signs. */
function signsOf(seed: number | string, length: number): Float64Array {
  const words = new Uint32Array(Math.ceil(length / 32));
  seededSource(seed).fill(words);
  return Float64Array.from({ length }, (_, index) => ((words[index >>> 5]! >>> (index & 31)) & 1 ? -1 : 1));
}

/** The Hadamard matrix over the blocks and over the root of their number, which is its own inverse. */
function rotate(vector: Float64Array, blocks: number): void {
  walshHadamardInPlace(vector, vector.length / blocks);
  const scale = 1 / Math.sqrt(blocks);
  for (let index = 0; index < vector.length; index++) vector[index]! *= scale;
}
