import type { LayerContext } from "../layer-kind.js";
import type { BoundLayer } from "./bound-layer.js";
import { allocateTensor } from "./tensor.js";
import { frozenParameters, joinedParameters, writtenRows } from "./written-rows.js";

/** What a layer does besides passing its input's positions on. */
export interface PassingLayer {
  readonly frozen: boolean;
  /** Weights. */
  readonly count: number;
  /** Rows of the output before those that are passed on. */
  readonly rowsBefore: number;
  /** Address of the output's lengths; default the input's own. */
  readonly lengths?: number | undefined;
  /** Puts the weights into an example's output, where the positions stand already. */
  add(example: number, output: number, weights: number): void;
  /** Writes the gradient of the weights for an example, from that of its output. */
  writeGradient(example: number, target: number, slopes: number): void;
}

/**
 * A layer whose output has all positions of its input, and whose input's gradients are those of the output
 * there.
 */
export function bindPassingLayer(context: LayerContext, layer: PassingLayer): BoundLayer {
  const { workspace, input, output: shape } = context;
  const { kernels } = workspace;
  const { channels } = shape;
  const { count, rowsBefore } = layer;
  const positions = shape.height - rowsBefore;
  const passed = 4 * rowsBefore * channels;
  const output = allocateTensor(context, shape, { lengths: layer.lengths ?? input.lengths });
  const weights = workspace.allocateFloats(count);
  const slopes = (example: number) => output.gradients + 4 * example * output.stride;
  const gradients = layer.frozen
    ? undefined
    : writtenRows(context, count, (example, target) => layer.writeGradient(example, target, slopes(example)));

  function forward(examples: number): void {
    for (let i = 0; i < examples; i++) {
      const target = output.values + 4 * i * output.stride;
      const source = input.values + 4 * i * input.stride;
      kernels.copyRows(target + passed, channels, source, input.channels, positions, channels);
      layer.add(i, target, weights);
    }
  }

  function backward(examples: number): void {
    gradients?.prepare(examples);
    if (input.isData) return;
    for (let i = 0; i < examples; i++) {
      const target = input.gradients + 4 * i * input.stride;
      kernels.copyRows(target, input.channels, slopes(i) + passed, channels, positions, channels);
    }
  }

  const parameters = gradients
    ? joinedParameters(context, weights, [gradients])
    : frozenParameters(context, weights, count);
  return { output, forward, backward, parameters };
}
