import type { Workspace } from "../../../tensor/workspace.js";
import { GROUP, type Tensor } from "./bound-layer.js";
import type { Shape } from "../layer.js";
import { sizeOf } from "../layer-geometry.js";

/** A tensor without gaps, its size rounded up to whole blocks of 8 floats. */
export function allocateTensor(workspace: Workspace, shape: Shape): Tensor {
  const stride = roundUp(sizeOf(shape), 8);
  const allocate = () => workspace.allocateFloats(GROUP * stride);
  return { shape, values: allocate(), gradients: allocate(), row: shape.width * shape.channels, stride };
}

export function roundUp(count: number, multiple: number): number {
  return Math.ceil(count / multiple) * multiple;
}
