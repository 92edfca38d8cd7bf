import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundLayer, Tensor } from "../_internal/bound-layer.js";
import type { LayerOf, Shape } from "../layer.js";
import { allocateTensor } from "../_internal/tensor.js";

/** Max-pool over 2 x 2 windows; channels in fours. */
export function bindMaxPool(
  workspace: Workspace,
  layer: LayerOf<"maxPool">,
  input: Tensor,
  output: Shape,
): BoundLayer {
  const { kernels } = workspace;
  const { height, width, channels } = output;
  const tensor = allocateTensor(workspace, output);

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const from = input.values + 4 * i * input.stride;
      const to = tensor.values + 4 * i * tensor.stride;
      kernels.maxPool(from, input.row, layer.stride, channels, to, height, width);
    }
  }

  function backward(count: number): void {
    for (let i = 0; i < count; i++) {
      const values = input.values + 4 * i * input.stride;
      const from = tensor.gradients + 4 * i * tensor.stride;
      const to = input.gradients + 4 * i * input.stride;
      kernels.clear(to, input.shape.height * input.row);
      kernels.maxPoolGradient(values, input.row, layer.stride, channels, from, height, width, to);
    }
  }

  return { output: tensor, forward, backward };
}
