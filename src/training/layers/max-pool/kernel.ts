import type { BoundLayer, Tensor } from "../_internal/bound-layer.js";
import { fitTensor } from "../_internal/fit-tensor.js";
import { allocateTensor } from "../_internal/tensor.js";
import type { LayerContext } from "../layer-kind.js";
import type { MaxPoolLayer } from "./spec.js";

/** Channels that the kernels take at once. */
const LANES = 4;

/** A max-pool, of channels in fours. */
export function bindMaxPool(layer: MaxPoolLayer, context: LayerContext): BoundLayer[] {
  const { input } = context;
  if (input.channels % LANES === 0) return [bindPool(layer, context, input)];
  const fit = fitTensor(context, input, { multiple: LANES });
  return [fit, bindPool(layer, context, fit.output)];
}

function bindPool({ side, stride }: MaxPoolLayer, context: LayerContext, input: Tensor): BoundLayer {
  const { kernels } = context.workspace;
  const { height, width } = context.output;
  const { channels } = input;
  const output = allocateTensor(context, context.output, {
    multiple: channels,
    isData: input.isData,
  });

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const from = input.values + 4 * i * input.stride;
      const to = output.values + 4 * i * output.stride;
      kernels.maxPool(from, input.row, side, stride, channels, to, height, width);
    }
  }

  function backward(count: number): void {
    if (input.isData) return;
    for (let i = 0; i < count; i++) {
      const values = input.values + 4 * i * input.stride;
      const from = output.gradients + 4 * i * output.stride;
      const to = input.gradients + 4 * i * input.stride;
      kernels.clear(to, input.shape.height * input.row);
      kernels.maxPoolGradient(values, input.row, side, stride, channels, from, height, width, to);
    }
  }

  return { output, forward, backward };
}
