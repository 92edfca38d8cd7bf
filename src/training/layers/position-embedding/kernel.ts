import type { BoundLayer } from "../_internal/bound-layer.js";
import { positionsOf } from "../_internal/positions.js";
import { allocateTensor } from "../_internal/tensor.js";
import { frozenParameters, joinedParameters, writtenRows } from "../_internal/written-rows.js";
import type { Freezable, LayerContext } from "../layer-kind.js";

/** The embedding of positions: an example's gradient is that of the layer's output. */
export function bindPositionEmbedding(
  { frozen = false }: Freezable,
  context: LayerContext,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  return [...layers, bindPositions(frozen, { ...context, input })];
}

function bindPositions(frozen: boolean, context: LayerContext): BoundLayer {
  const { workspace, input, output: shape } = context;
  const { kernels } = workspace;
  const { height: positions, channels } = shape;
  const count = positions * channels;
  const output = allocateTensor(context, shape, { lengths: input.lengths });
  const weights = workspace.allocateFloats(count);
  const slopes = (example: number) => output.gradients + 4 * example * output.stride;
  const gradients = frozen
    ? undefined
    : writtenRows(context, count, (example, target) =>
        kernels.copyRows(target, count, slopes(example), count, 1, count),
      );

  function forward(examples: number): void {
    for (let i = 0; i < examples; i++) {
      const target = output.values + 4 * i * output.stride;
      const source = input.values + 4 * i * input.stride;
      kernels.copyRows(target, channels, source, input.channels, positions, channels);
      kernels.addTo(target, weights, count);
    }
  }

  function backward(examples: number): void {
    gradients?.prepare(examples);
    if (input.isData) return;
    for (let i = 0; i < examples; i++) {
      const target = input.gradients + 4 * i * input.stride;
      kernels.copyRows(target, input.channels, slopes(i), channels, positions, channels);
    }
  }

  const parameters = gradients
    ? joinedParameters(context, weights, [gradients])
    : frozenParameters(context, weights, count);
  return { output, forward, backward, parameters };
}
