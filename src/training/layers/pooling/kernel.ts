import type { BoundLayer, PositionRange } from "../_internal/bound-layer.js";
import { positionsOf } from "../_internal/positions.js";
import { allocateTensor, roundUp } from "../_internal/tensor.js";
import type { LayerContext } from "../layer-kind.js";
import type { PoolingLayer } from "./spec.js";

/** Pooling of the positions in use; the others have no gradient. */
export function bindPooling(layer: PoolingLayer, context: LayerContext): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.input.shape);
  return [...layers, bindPositions(layer, { ...context, input })];
}

function bindPositions({ rule }: PoolingLayer, context: LayerContext): BoundLayer {
  const { workspace, input, output: shape } = context;
  const { kernels } = workspace;
  const { channels } = shape;
  const output = allocateTensor(context, shape);
  const share = workspace.allocateFloats(roundUp(channels, 4));
  input.equalRows = used;

  /** The positions that count. */
  function used(example: number): PositionRange {
    const { lengths, shape } = input;
    const length = lengths === undefined ? shape.height : workspace.words(lengths, example + 1)[example]!;
    if (rule === "mean") return { first: 0, count: length };
    return { first: rule === "first" ? 0 : length - 1, count: 1 };
  }

  function forward(examples: number): void {
    for (let i = 0; i < examples; i++) {
      const { first, count } = used(i);
      const source = input.values + 4 * (i * input.stride + first * input.channels);
      kernels.clear(share, channels);
      kernels.addColumnSums(share, source, count, input.channels, channels);
      kernels.scale(share, share, channels, 1 / count);
      kernels.copyRows(output.values + 4 * i * output.stride, channels, share, channels, 1, channels);
    }
  }

  function backward(examples: number): void {
    if (input.isData) return;
    for (let i = 0; i < examples; i++) {
      const { first, count } = used(i);
      const target = input.gradients + 4 * i * input.stride;
      if (count * channels < input.stride) kernels.clear(target, input.stride);
      kernels.scale(share, output.gradients + 4 * i * output.stride, channels, 1 / count);
      kernels.copyRows(target + 4 * first * input.channels, input.channels, share, 0, count, channels);
    }
  }

  return { output, forward, backward };
}
