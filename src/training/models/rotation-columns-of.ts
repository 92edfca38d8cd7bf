import { dimensionOf, type Model } from "./model.js";
import { outerColumnsOf } from "./outer-columns-of.js";

/** Rows of a class: of fewer, the blocks' norms differ by more than those of a vector's blocks. */
const MIN_CLASS_ROWS = 4;
/** More columns are rotated as a vector is: the rotation of columns is a product with a full matrix. */
const MAX_COLUMNS = 128;

/**
 * How a model's gradients are rotated and cut into blocks: as matrices of that many columns, where they are
 * outer products and the blocks long enough; 1, as vectors, otherwise.
 */
export function rotationColumnsOf(model: Model, blocks: number): number {
  const columns = outerColumnsOf(model);
  const rows = dimensionOf(model) / columns;
  return columns <= MAX_COLUMNS && rows >= MIN_CLASS_ROWS * blocks ? columns : 1;
}
