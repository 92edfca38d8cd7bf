import { DpError } from "../../errors.js";
import { hadamardOrder, MAX_COLUMNS } from "../../numerics/hadamard-order.js";
import { checkNumber, RANGES, show } from "../../validate.js";
import { dimensionOf, type Model } from "./model.js";
import { outerColumnsOf } from "./outer-columns-of.js";

/**
 * A block is made of as many classes of rows; of fewer, their norms differ by more than a vector's blocks'.
 */
const MIN_ORDER = 8;
/** Rows of a class, for the same reason. */
const MIN_CLASS_ROWS = 4;
/** More columns are rotated as a vector is: the rotation of columns is a product with a full matrix. */
const MAX_UNITS = 128;
/** Entries of a block, padding included, in those of a vector's block: what a user sends. */
const MAX_LENGTHENING = 1.4;

/**
 * How `train` rotates a model's gradients before it cuts them into blocks, unless `rotationColumns` says
 * otherwise.
 *
 * @param model  a model
 * @param blocks m, a power of two
 * @returns c, the columns of the matrices that gradients are, outer products: where one dense layer of c <=
 *   128 units is trained, Hadamard matrices of order 8 or more mix them, classes have 4 rows or more, and
 *   blocks are at most 1.4 times as long as those of vectors; 1, a vector, otherwise
 * @throws DpError OUT_OF_RANGE m is no positive integer; BAD_INPUT this is no model
 * @example
 * rotationColumnsOf(modelOf("mnist-hog"), 64); // 10
 * rotationColumnsOf(modelOf("mnist-cnn"), 64); // 1
 * @see docs/theorems/rotated-blocks.md, section 5
 */
export function rotationColumnsOf(model: Model, blocks: number): number {
  const dimension = dimensionOf(model);
  checkNumber("rotationColumnsOf: blocks", blocks, RANGES.positiveInteger);
  const columns = outerColumnsOf(model);
  if (blocks === 1 || columns === 1 || columns > MAX_UNITS) return 1;
  const order = hadamardOrder(columns);
  const classRows = Math.ceil(dimension / columns / blocks);
  const isEven = order >= MIN_ORDER && dimension / columns >= MIN_CLASS_ROWS * blocks;
  const lengthening = (classRows * order) / Math.ceil(dimension / blocks);
  return isEven && lengthening <= MAX_LENGTHENING ? columns : 1;
}

/**
 * Whether gradients can be rotated as matrices of that many columns; 1 column is a vector.
 *
 * @throws DpError NOT_APPLICABLE they cannot
 */
export function checkRotationColumns(parameter: string, value: number, outerColumns: number): void {
  if (value === 1 || (value === outerColumns && value <= MAX_COLUMNS)) return;
  const allowed =
    outerColumns === 1 || outerColumns > MAX_COLUMNS
      ? "1 for this model"
      : `1 or ${outerColumns}, the units of the one layer that is trained`;
  throw new DpError("NOT_APPLICABLE", `${parameter} must be ${allowed}, got ${show(value)}`, {
    parameter,
    value,
    allowed,
  });
}
