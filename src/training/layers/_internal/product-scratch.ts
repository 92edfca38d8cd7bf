import type { Workspace } from "../../../tensor/workspace.js";

const SCRATCHES = new WeakMap<Workspace, number>();

/**
 * The address of the memory that all products of a workspace (`product`, `gramProduct`) pack their factors
 * in.
 */
export function productScratch(workspace: Workspace): number {
  let scratch = SCRATCHES.get(workspace);
  if (scratch === undefined) {
    const { kernels } = workspace;
    scratch = workspace.allocateFloats(Math.max(kernels.productScratch(), kernels.gramScratch()));
    SCRATCHES.set(workspace, scratch);
  }
  return scratch;
}
