import type { LayerContext } from "../layer-kind.js";
import type { Shape } from "../shape.js";
import type { BoundLayer, Tensor } from "./bound-layer.js";
import { allocateTensor } from "./tensor.js";

/**
 * The input of a layer that works on each position by itself: the positions that are read, without gaps
 * between rows of them. Channels may be padded. Comes with what copies it, where the tensor itself does not
 * do.
 */
export function positionsOf(
  context: LayerContext,
  { height, width }: Shape,
): { readonly input: Tensor; readonly layers: readonly BoundLayer[] } {
  const { input } = context;
  const isSame = input.shape.height === height && input.shape.width === width;
  if (isSame && input.row === width * input.channels) return { input, layers: [] };
  const layer = cropTensor(context, { height, width, channels: input.shape.channels });
  return { input: layer.output, layers: [layer] };
}

/**
 * A copy of the upper left corner of a tensor. Only of the examples themselves a layer reads less than all.
 */
function cropTensor(context: LayerContext, shape: Shape): BoundLayer {
  const { workspace, input } = context;
  const { kernels } = workspace;
  const { channels, isData, lengths } = input;
  const output = allocateTensor(context, shape, { multiple: channels, isData, lengths });
  const { height, width } = shape;
  const copy = (target: number, to: Tensor, source: number, from: Tensor): void =>
    kernels.copyRows(target, to.row, source, from.row, height, width * channels);

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      copy(output.values + 4 * i * output.stride, output, input.values + 4 * i * input.stride, input);
    }
  }

  function backward(count: number): void {
    if (isData) return;
    for (let i = 0; i < count; i++) {
      const target = input.gradients + 4 * i * input.stride;
      kernels.clear(target, input.shape.height * input.row);
      copy(target, input, output.gradients + 4 * i * output.stride, output);
    }
  }

  return { output, forward, backward };
}

/**
 * Runs of examples of which all positions stand `channels` floats apart, over the gaps between examples: one
 * run where there are none.
 */
export function runsOf(
  positions: number,
  tensors: readonly Tensor[],
  count: number,
): readonly { readonly example: number; readonly rows: number }[] {
  const isGapless = tensors.every(({ stride, channels }) => stride === positions * channels);
  if (isGapless) return [{ example: 0, rows: count * positions }];
  return Array.from({ length: count }, (_, example) => ({ example, rows: positions }));
}
