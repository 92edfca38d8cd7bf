import type { BoundParameters } from "../../layers/_internal/bound-layer.js";

/** What reads the layers' sums, one after the other. */
export function sumReader(trained: readonly BoundParameters[]): () => Float32Array {
  const count = trained.reduce((total, parameters) => total + parameters.count, 0);
  return () => {
    const sums = new Float32Array(count);
    let start = 0;
    for (const parameters of trained) {
      parameters.readSum(sums.subarray(start, start + parameters.count));
      start += parameters.count;
    }
    return sums;
  };
}
