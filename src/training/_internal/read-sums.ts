import type { BoundParameters } from "../layers/bound-layer.js";

/** The layers' sums, one after the other. */
export function readSums(trained: readonly BoundParameters[]): Float32Array {
  const sums = new Float32Array(trained.reduce((total, { count }) => total + count, 0));
  let start = 0;
  for (const parameters of trained) {
    parameters.readSum(sums.subarray(start, start + parameters.count));
    start += parameters.count;
  }
  return sums;
}
