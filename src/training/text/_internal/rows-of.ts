import { wrongShape } from "../../../validate.js";
import { shareArray } from "../../data/_internal/share-array.js";
import { sharedBytes } from "../../data/_internal/shared-bytes.js";
import type { Examples } from "../../data/examples.js";
import type { Tokenizer } from "../tokenizer.js";

/** Rows of at most `length` ids, padded to that length, in shared memory. */
export function rowsOf(
  rows: readonly ArrayLike<number>[],
  tokenizer: Tokenizer,
  length: number,
): Pick<Examples, "count" | "shape" | "vocabulary" | "inputs" | "lengths"> {
  const { vocabulary, special, name } = tokenizer;
  const inputs = new Uint32Array(sharedBytes(4 * rows.length * length).buffer);
  if (special.pad !== undefined) inputs.fill(special.pad);
  for (const [i, row] of rows.entries()) inputs.set(row, i * length);
  const foreign = inputs.findIndex((id) => id >= vocabulary);
  if (foreign >= 0)
    throw wrongShape(`${name}: an id`, inputs[foreign], `below its vocabulary, ${vocabulary}`);
  return {
    count: rows.length,
    shape: Object.freeze({ height: length, width: 1, channels: 1 }),
    vocabulary,
    inputs,
    lengths: shareArray(Uint32Array.from(rows, (row) => row.length)),
  };
}
