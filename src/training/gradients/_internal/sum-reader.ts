import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundParameters } from "../../layers/_internal/bound-layer.js";

/** What reads the layers' sums, one after the other. */
export function sumReader(workspace: Workspace, trained: readonly BoundParameters[]): () => Float32Array {
  const count = trained.reduce((total, parameters) => total + parameters.count, 0);
  const sums = workspace.allocateFloats(count);
  return () => {
    let target = sums;
    for (const parameters of trained) {
      parameters.readSum(target);
      target += 4 * parameters.count;
    }
    return workspace.floats(sums, count).slice();
  };
}
