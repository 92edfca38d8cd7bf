import type { BoundLayer } from "../_internal/bound-layer.js";
import type { LayerContext } from "../layer-kind.js";
import type { ActivationLayer } from "./spec.js";

/** What activates a run of values in place, and what turns their gradients into those of what stood there. */
interface InPlace {
  activate(values: number, count: number): void;
  differentiate(values: number, gradients: number, count: number): void;
}

/** An activation, in place: the layer before it does not look at its own output again. */
export function bindActivation(layer: ActivationLayer, context: LayerContext): [BoundLayer] {
  const { input: tensor } = context;
  const { activate, differentiate } = inPlace(layer, context);
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

  // A tensor of its own: what is known about the output's gradient does not hold for the input's.
  return [{ output: { ...tensor }, forward, backward }];
}

function inPlace({ rule }: ActivationLayer, context: LayerContext): InPlace {
  const { kernels } = context.workspace;
  switch (rule) {
    case "tanh":
      return { activate: kernels.tanh, differentiate: kernels.tanhGradient };
    case "relu":
      return { activate: kernels.relu, differentiate: kernels.reluGradient };
    case "gelu":
      return withSlopes(context, kernels.gelu);
    case "gelu-tanh":
      return withSlopes(context, kernels.geluTanh);
  }
}

/** For rules whose slope does not follow from the value: it is kept for each. */
function withSlopes(
  { workspace, group, input }: LayerContext,
  activate: (values: number, slopes: number, count: number) => void,
): InPlace {
  const slopes = workspace.allocateFloats(group * input.stride);
  return {
    activate: (values, count) => activate(values, slopes + values - input.values, count),
    differentiate: (values, gradients, count) =>
      workspace.kernels.multiplyBy(gradients, slopes + values - input.values, count),
  };
}
