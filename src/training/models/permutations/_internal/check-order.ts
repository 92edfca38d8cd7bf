import { checkOptions, wrongShape } from "../../../../validate.js";
import type { WeightPermutation } from "../permutation-set.js";

/**
 * Checks that an order takes every place of its set once.
 *
 * @throws DpError BAD_INPUT it does not
 */
export function checkOrder(where: string, permutation: WeightPermutation): void {
  const { set, order } = checkOptions(where, permutation, "permutation");
  const { size } = checkOptions(where, set, "set");
  const isPermutation =
    order instanceof Uint32Array && order.length === size && order.toSorted().every((from, i) => from === i);
  if (!isPermutation)
    throw wrongShape(`${where}: order`, order, `each of ${size} places once, in a Uint32Array`);
}
