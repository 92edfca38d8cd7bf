import type { BoundLayer } from "../_internal/bound-layer.js";
import type { LayerContext } from "../layer-kind.js";
import type { ActivationLayer } from "./spec.js";

/** An activation, in place: the layer before it does not look at its own output again. */
export function bindActivation(
  layer: ActivationLayer,
  { workspace, input: tensor }: LayerContext,
): [BoundLayer] {
  const { kernels } = workspace;
  const isTanh = layer.rule === "tanh";
  const activate = isTanh ? kernels.tanh : kernels.relu;
  const differentiate = isTanh ? kernels.tanhGradient : kernels.reluGradient;
  const size = tensor.shape.height * tensor.row;

  function forward(count: number): void {
    for (let i = 0; i < count; i++) activate(tensor.values + 4 * i * tensor.stride, size);
  }

  function backward(count: number): void {
    for (let i = 0; i < count; i++) {
      const offset = 4 * i * tensor.stride;
      differentiate(tensor.values + offset, tensor.gradients + offset, size);
    }
  }

  return [{ output: tensor, forward, backward }];
}
