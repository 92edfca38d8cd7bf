import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundLayer, BoundParameters, GradientEntries, Tensor } from "../_internal/bound-layer.js";
import { fitTensor } from "../_internal/fit-tensor.js";
import { gathering, scatter } from "../_internal/row-parameters.js";
import { allocateTensor, isCompact, roundUp } from "../_internal/tensor.js";
import type { LayerContext } from "../layer-kind.js";
import { sizeOf } from "../shape.js";
import type { DenseLayer } from "./spec.js";

/**
 * A dense layer, for the whole group at once.
 *
 * One example's gradient is the outer product of its input (with a 1 for the bias) and its output's gradient,
 * so its norm is the product of their norms and the clipped sum is one matrix product: no per-example
 * gradient is ever written out.
 *
 * @see Goodfellow, "Efficient per-example gradient computations", 2015, arXiv:1510.01799
 */
export function bindDense(layer: DenseLayer, context: LayerContext): BoundLayer[] {
  const { input } = context;
  if (isCompact(input)) return [bindProduct(layer, context, input)];
  const fit = fitTensor(context, input, {});
  return [fit, bindProduct(layer, context, fit.output)];
}

function bindProduct({ units }: DenseLayer, context: LayerContext, input: Tensor): BoundLayer {
  const { workspace, group, output } = context;
  const { kernels } = workspace;
  const inputs = sizeOf(input.shape);
  const tensor = allocateTensor(context, output);
  const columns = tensor.stride;
  const biasRow = roundUp(inputs, 4);
  const size = (biasRow + 1) * columns;
  const weights = workspace.allocateFloats(size);
  const transposed = workspace.allocateFloats(columns * input.stride);
  const places = parameterPlaces(inputs, units, columns);

  function load(values: Float32Array): void {
    scatter(values, places, workspace.floats(weights, size));
    const flipped = workspace.floats(transposed, columns * input.stride);
    for (let i = 0; i < inputs; i++) {
      for (let unit = 0; unit < units; unit++) flipped[unit * input.stride + i] = values[i * units + unit]!;
    }
  }

  return {
    output: tensor,
    parameters: outerProductParameters(context, input, tensor, places, load),
    // biome-ignore format: one kernel call
    forward: () => kernels.multiply(group, columns, inputs, input.values, input.stride, 1, weights, columns,
      tensor.values, columns, weights + 4 * biasRow * columns, false),
    // biome-ignore format: one kernel call
    backward: () => input.isData ? undefined : kernels.multiply(group, input.stride, units, tensor.gradients, columns, 1,
      transposed, input.stride, input.gradients, input.stride, 0, false),
  };
}

/** [input][unit] with rows padded to whole blocks, and the biases in a row behind whole blocks of rows. */
function parameterPlaces(inputs: number, units: number, columns: number): Int32Array {
  return Int32Array.from({ length: (inputs + 1) * units }, (_, i) => {
    const row = i < inputs * units ? Math.floor(i / units) : roundUp(inputs, 4);
    return row * columns + (i % units);
  });
}

function outerProductParameters(
  { workspace, group }: LayerContext,
  input: Tensor,
  output: Tensor,
  places: Int32Array,
  load: (weights: Float32Array) => void,
): BoundParameters {
  const { kernels } = workspace;
  const inputs = sizeOf(input.shape);
  const columns = output.stride;
  const biasRow = roundUp(inputs, 4);
  const size = (biasRow + 1) * columns;
  const sum = workspace.allocateFloats(size);
  const clipped = workspace.allocateFloats(group * columns);
  const inputOf = (example: number) => input.values + 4 * example * input.stride;
  const gradientOf = (example: number) => output.gradients + 4 * example * columns;
  return {
    count: places.length,
    load,
    squaredNorm: (example) =>
      (1 + kernels.sumOfSquares(inputOf(example), input.stride)) *
      kernels.sumOfSquares(gradientOf(example), columns),
    accumulate(factors, count) {
      const factor = workspace.floats(factors, count);
      for (let i = 0; i < count; i++)
        kernels.scale(clipped + 4 * i * columns, gradientOf(i), columns, factor[i]!);
      // biome-ignore format: one kernel call
      kernels.multiply(inputs, columns, count, input.values, 1, input.stride, clipped, columns, sum, columns, 0, true);
      kernels.addScaledRows(sum + 4 * biasRow * columns, output.gradients, count, columns, columns, factors);
    },
    clearGradient(example) {
      kernels.clear(inputOf(example), input.stride);
      kernels.clear(gradientOf(example), columns);
    },
    clearSum: () => kernels.clear(sum, size),
    readSum: gathering(workspace, sum, places),
    entries: outerProductEntries(workspace, { input, output, places, sum }),
    outer: {
      rows: inputs + 1,
      columns: places.length / (inputs + 1),
      columnStride: columns,
      left: inputOf,
      leftStride: input.stride,
      right: gradientOf,
    },
  };
}

interface OuterProducts {
  readonly input: Tensor;
  readonly output: Tensor;
  readonly places: Int32Array;
  readonly sum: number;
}

function outerProductEntries(
  workspace: Workspace,
  { input, output, places, sum }: OuterProducts,
): GradientEntries {
  const { kernels } = workspace;
  const inputs = sizeOf(input.shape);
  const columns = output.stride;
  const units = places.length / (inputs + 1);
  const biasRow = roundUp(inputs, 4);
  const inputOf = (example: number) => input.values + 4 * example * input.stride;
  const gradientOf = (example: number) => output.gradients + 4 * example * columns;
  return {
    sum,
    size: (biasRow + 1) * columns,
    places,
    largestMagnitude: (example) =>
      Math.max(1, kernels.largestMagnitude(inputOf(example), input.stride)) *
      kernels.largestMagnitude(gradientOf(example), columns),
    entry(example, parameter) {
      const place = places[parameter]!;
      const row = Math.floor(place / columns);
      const input = row === biasRow ? 1 : workspace.floats(inputOf(example), inputs)[row]!;
      return input * workspace.floats(gradientOf(example), columns)[place % columns]!;
    },
    write(example, target) {
      const gradient = gradientOf(example);
      kernels.outerRows(target, units, inputOf(example), inputs, gradient, columns);
      kernels.copyRows(target + 4 * inputs * units, 0, gradient, 0, 1, units);
    },
    dot: (example, vector) =>
      kernels.outerDot(inputOf(example), inputs, gradientOf(example), columns, vector) +
      kernels.dot(gradientOf(example), vector + 4 * biasRow * columns, columns),
  };
}
