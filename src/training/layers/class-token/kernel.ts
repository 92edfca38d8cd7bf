import type { BoundLayer } from "../_internal/bound-layer.js";
import { positionsOf } from "../_internal/positions.js";
import { allocateTensor } from "../_internal/tensor.js";
import { frozenParameters, joinedParameters, writtenRows } from "../_internal/written-rows.js";
import type { Freezable, LayerContext } from "../layer-kind.js";

/** The class token before all positions of the input, which it makes one longer. */
export function bindClassToken({ frozen = false }: Freezable, context: LayerContext): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.input.shape);
  return [...layers, bindPositions(frozen, { ...context, input })];
}

function bindPositions(frozen: boolean, context: LayerContext): BoundLayer {
  const { workspace, group, input, output: shape } = context;
  const { kernels } = workspace;
  const { channels } = shape;
  const positions = input.shape.height;
  const lengths = input.lengths === undefined ? undefined : workspace.allocate(4 * group);
  const output = allocateTensor(context, shape, { lengths });
  const token = workspace.allocateFloats(channels);
  const slopes = (example: number) => output.gradients + 4 * example * output.stride;
  const gradients = frozen
    ? undefined
    : writtenRows(context, channels, (example, target) =>
        kernels.copyRows(target, channels, slopes(example), channels, 1, channels),
      );

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const target = output.values + 4 * i * output.stride;
      const source = input.values + 4 * i * input.stride;
      kernels.copyRows(target, channels, token, channels, 1, channels);
      kernels.copyRows(target + 4 * channels, channels, source, input.channels, positions, channels);
    }
    if (lengths === undefined) return;
    const before = workspace.words(input.lengths!, count);
    workspace.words(lengths, count).set(before.map((length) => length + 1));
  }

  function backward(count: number): void {
    gradients?.prepare(count);
    if (input.isData) return;
    for (let i = 0; i < count; i++) {
      const target = input.gradients + 4 * i * input.stride;
      kernels.copyRows(target, input.channels, slopes(i) + 4 * channels, channels, positions, channels);
    }
  }

  const parameters = gradients
    ? joinedParameters(context, token, [gradients])
    : frozenParameters(context, token, channels);
  return { output, forward, backward, parameters };
}
