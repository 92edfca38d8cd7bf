import type { BoundLayer, Tensor } from "../_internal/bound-layer.js";
import { type GradientMethod, type MatrixGradient, matrixGradients } from "../_internal/matrix-gradients.js";
import { positionsOf, runsOf } from "../_internal/positions.js";
import { productScratch } from "../_internal/product-scratch.js";
import { allocateTensor } from "../_internal/tensor.js";
import {
  type ExampleGradients,
  frozenParameters,
  joinedParameters,
  writtenRows,
} from "../_internal/written-rows.js";
import type { Freezable, LayerContext } from "../layer-kind.js";
import { outerGradients } from "./outer-gradients.js";
import type { LinearLayer } from "./spec.js";

/**
 * A linear layer, for all positions of the group at once.
 *
 * @param method how to get at the norms of per-example gradients, for tests; default: the cheapest
 */
export function bindLinear(
  layer: LinearLayer & Freezable,
  context: LayerContext,
  method?: GradientMethod,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  return [...layers, bindPositions(layer, { ...context, input }, method)];
}

function bindPositions(
  { units, biases = true, frozen = false }: LinearLayer & Freezable,
  context: LayerContext,
  method: GradientMethod | undefined,
): BoundLayer {
  const { workspace, input, output: shape } = context;
  const { kernels } = workspace;
  const inputs = input.shape.channels;
  const positions = shape.height * shape.width;
  const output = allocateTensor(context, shape, { lengths: input.lengths });
  const weights = workspace.allocateFloats((inputs + 1) * units);
  const bias = biases ? weights + 4 * inputs * units : 0;
  const scratch = productScratch(workspace);
  const gradients = frozen ? [] : [weightGradients(context, output, method)];
  if (biases && !frozen) gradients.push(biasGradients(context, output, positions));

  function forward(count: number): void {
    for (const { example, rows } of runsOf(positions, [input, output], count)) {
      const x = input.values + 4 * example * input.stride;
      const y = output.values + 4 * example * output.stride;
      // biome-ignore format: one kernel call
      kernels.product(rows, units, inputs, x, input.channels, 1, weights, units, 1, y, output.channels, bias, false, scratch);
    }
  }

  const spread = equalInputGradients(context, output, weights);

  function backward(count: number): void {
    for (const part of gradients) part.prepare(count);
    if (input.isData || spread(count)) return;
    for (const { example, rows } of runsOf(positions, [input, output], count)) {
      const dx = input.gradients + 4 * example * input.stride;
      const dy = output.gradients + 4 * example * output.stride;
      // biome-ignore format: one kernel call
      kernels.product(rows, inputs, units, dy, output.channels, 1, weights, 1, units, dx, input.channels, 0, false, scratch);
    }
  }

  const parameters = frozen
    ? frozenParameters(context, weights, (inputs + (biases ? 1 : 0)) * units)
    : joinedParameters(context, weights, gradients);
  return { output, forward, backward, parameters, leavesOutput: true };
}

/**
 * Where the output's gradients have equal rows, writes the input's: one row for each example, and copies of
 * it.
 */
function equalInputGradients(
  { workspace, input }: LayerContext,
  output: Tensor,
  weights: number,
): (count: number) => boolean {
  const { kernels } = workspace;
  const scratch = productScratch(workspace);
  const inputs = input.shape.channels;
  const units = output.shape.channels;

  /** Where this number of rows does not cover all of an example's gradient. */
  function clearRest(example: number, rows: number): void {
    const { gradients, stride } = input;
    if (rows * inputs < stride) kernels.clear(gradients + 4 * example * stride, stride);
  }

  /** The rows at this position, of `count` examples from one on. */
  function writeRows(example: number, first: number, count: number): void {
    const dx = input.gradients + 4 * (example * input.stride + first * input.channels);
    const dy = output.gradients + 4 * (example * output.stride + first * output.channels);
    // biome-ignore format: one kernel call
    kernels.product(count, inputs, units, dy, output.stride, 1, weights, 1, units, dx, input.stride, 0, false, scratch);
  }

  return (count) => {
    const ranges = Array.from({ length: count }, (_, i) => output.equalRows?.(i));
    if (!ranges.every((range) => range !== undefined)) return false;
    for (const [i, range] of ranges.entries()) clearRest(i, range.count);
    const { first } = ranges[0]!;
    if (ranges.every((range) => range.first === first)) writeRows(0, first, count);
    else for (const [i, range] of ranges.entries()) writeRows(i, range.first, 1);
    for (const [i, { first, count: rows }] of ranges.entries()) {
      const row = input.gradients + 4 * (i * input.stride + first * input.channels);
      kernels.copyRows(row, input.channels, row, 0, rows, inputs);
    }
    return true;
  };
}

function weightGradients(
  context: LayerContext,
  output: Tensor,
  method: GradientMethod | undefined,
): ExampleGradients {
  return outerGradients(context, output, matrixGradients(context, weightGradient(context, output), method));
}

function weightGradient({ workspace, input }: LayerContext, output: Tensor): MatrixGradient {
  const { kernels } = workspace;
  const scratch = productScratch(workspace);
  const inputs = input.shape.channels;
  const { height, width, channels: units } = output.shape;
  const positions = height * width;
  const left = (example: number) => input.values + 4 * example * input.stride;
  const right = (example: number) => output.gradients + 4 * example * output.stride;
  return {
    rows: inputs,
    columns: units,
    positions,
    factors: {
      left: { address: left, row: input.channels },
      right: { address: right, row: output.channels },
    },
    write: (example, first, rows, target) =>
      // biome-ignore format: one kernel call
      kernels.product(rows, units, positions, left(example) + 4 * first, 1, input.channels,
        right(example), output.channels, 1, target, units, 0, false, scratch),
    clear(example) {
      kernels.clear(left(example), input.stride);
      kernels.clear(right(example), output.stride);
    },
  };
}

function biasGradients(context: LayerContext, output: Tensor, positions: number): ExampleGradients {
  const { kernels } = context.workspace;
  const { channels: units } = output.shape;
  return writtenRows(context, units, (example, target) => {
    kernels.clear(target, units);
    const slopes = output.gradients + 4 * example * output.stride;
    kernels.addColumnSums(target, slopes, positions, output.channels, units);
  });
}
