import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundLayer, Tensor } from "./bound-layer.js";
import { allocateTensor } from "./tensor.js";

/** A copy of the input with `padding` rows and columns of zeros on every side. */
export function bindPadding(workspace: Workspace, padding: number, input: Tensor): BoundLayer {
  const { kernels } = workspace;
  const { height, width, channels } = input.shape;
  const output = allocateTensor(workspace, {
    height: height + 2 * padding,
    width: width + 2 * padding,
    channels,
  });
  const corner = 4 * padding * (output.row + channels);

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const from = input.values + 4 * i * input.stride;
      const to = output.values + 4 * i * output.stride + corner;
      kernels.copyRows(to, output.row, from, input.row, height, width * channels);
    }
  }

  function backward(count: number): void {
    for (let i = 0; i < count; i++) {
      const from = output.gradients + 4 * i * output.stride + corner;
      const to = input.gradients + 4 * i * input.stride;
      kernels.copyRows(to, input.row, from, output.row, height, width * channels);
    }
  }

  return { output, forward, backward };
}
