import { DpError } from "../../errors.js";

/**
 * Far more than any law within the work limits has: 256 MB. Valid at any number that fits the memory, of
 * which twice as many take twice as much.
 */
const MAX_CELLS = 2 ** 25;

/**
 * Zeros, one a cell of a law.
 *
 * @throws DpError NOT_CONVERGED the cells would not fit the memory: the law spans too many orders of
 *   magnitude
 */
export function allocateCells(count: number): Float64Array {
  if (count <= MAX_CELLS) return new Float64Array(count);
  throw new DpError(
    "NOT_CONVERGED",
    `privacy loss: a law of ${count} cells does not fit a lattice; use a Renyi method`,
    { parameter: "cells", value: count, allowed: `at most ${MAX_CELLS}` },
  );
}
