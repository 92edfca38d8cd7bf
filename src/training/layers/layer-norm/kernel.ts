import type { BoundLayer } from "../_internal/bound-layer.js";
import { positionsOf, runsOf } from "../_internal/positions.js";
import { allocateTensor } from "../_internal/tensor.js";
import { frozenParameters, joinedParameters, writtenRows } from "../_internal/written-rows.js";
import type { Freezable, LayerContext } from "../layer-kind.js";
import type { LayerNormLayer } from "./spec.js";

/** Layer normalisation, for all positions of the group at once; back, an example at a time. */
export function bindLayerNorm(
  layer: LayerNormLayer & Freezable,
  context: LayerContext,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  return [...layers, bindPositions(layer, { ...context, input })];
}

function bindPositions(
  { epsilon, frozen = false }: LayerNormLayer & Freezable,
  context: LayerContext,
): BoundLayer {
  const { workspace, group, input, output: shape } = context;
  const { kernels } = workspace;
  const { channels } = shape;
  const positions = shape.height * shape.width;
  const output = allocateTensor(context, shape, { lengths: input.lengths });
  const gains = workspace.allocateFloats(2 * channels);
  const statistics = workspace.allocateFloats(2 * group * positions);
  /** The input's gradient where nobody wants it. */
  const unwanted = input.isData ? workspace.allocateFloats(input.stride) : 0;

  function differentiate(example: number, target: number): void {
    kernels.clear(target, 2 * channels);
    const x = input.values + 4 * example * input.stride;
    const dx = input.isData ? unwanted : input.gradients + 4 * example * input.stride;
    const dy = output.gradients + 4 * example * output.stride;
    // biome-ignore format: one kernel call
    kernels.layerNormGradient(positions, channels, x, input.channels, statistics + 8 * example * positions, gains,
      dy, output.channels, dx, input.channels, target, target + 4 * channels);
  }

  function forward(count: number): void {
    for (const { example, rows } of runsOf(positions, [input, output], count)) {
      const x = input.values + 4 * example * input.stride;
      const y = output.values + 4 * example * output.stride;
      // biome-ignore format: one kernel call
      kernels.layerNorm(rows, channels, x, input.channels, gains, gains + 4 * channels, epsilon,
        y, output.channels, statistics + 8 * example * positions);
    }
  }

  if (frozen) {
    const parameters = frozenParameters(context, gains, 2 * channels);
    const ignored = workspace.allocateFloats(2 * channels);
    const backward = (count: number) => {
      for (let i = 0; i < count; i++) differentiate(i, ignored);
    };
    return { output, forward, backward, parameters };
  }
  const gradients = writtenRows(context, 2 * channels, differentiate);
  const parameters = joinedParameters(context, gains, [gradients]);
  return { output, forward, backward: gradients.prepare, parameters };
}
