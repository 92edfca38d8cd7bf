import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundLayer, Tensor } from "../_internal/bound-layer.js";
import type { LayerOf, Shape } from "../layer.js";
import { rowParameters, scatter } from "../_internal/row-parameters.js";
import { allocateTensor } from "../_internal/tensor.js";

/** Bytes of an entry in the lists of nonzero gradients. */
const ENTRY_BYTES = 8;

/** A convolution behind another layer, of an input that is padded already; filters and the values of a kernel row in sixteens. */
export function bindConvolution(
  workspace: Workspace,
  layer: LayerOf<"convolution">,
  input: Tensor,
  output: Shape,
): BoundLayer {
  const plan = makePlan(workspace, layer, input, output);
  return {
    output: plan.output,
    parameters: plan.parameters,
    forward(count) {
      for (let i = 0; i < count; i++) convolve(plan, i);
    },
    backward(count) {
      for (let i = 0; i < count; i++) differentiate(plan, i);
    },
  };
}

type Plan = ReturnType<typeof makePlan>;

function makePlan(workspace: Workspace, layer: LayerOf<"convolution">, input: Tensor, shape: Shape) {
  const { filters, side } = layer;
  const segment = side * input.shape.channels;
  const positions = shape.height * shape.width;
  return {
    kernels: workspace.kernels,
    input,
    output: allocateTensor(workspace, shape),
    positions,
    filters,
    side,
    segment,
    patches: workspace.allocateWords(patchOffsets(layer, input, shape)),
    ...allocateLists(workspace, positions, filters),
    ...allocateParameters(workspace, filters, side * segment),
  };
}

// biome-ignore format: kernel calls
function convolve(plan: Plan, example: number): void {
  const { kernels, input, output, positions, filters, side, segment, patches, transposed, bias } = plan;
  kernels.convolution(input.values + 4 * example * input.stride, input.row, patches, positions, side, segment,
    transposed, bias, filters, output.values + 4 * example * output.stride);
}

// biome-ignore format: kernel calls
function differentiate(plan: Plan, example: number): void {
  const { kernels, input, output, positions, filters, side, segment, patches, straight, parameters } = plan;
  const { byPosition, positionCounts, byFilter, filterCounts } = plan;
  const gradient = output.gradients + 4 * example * output.stride;
  const inputGradient = input.gradients + 4 * example * input.stride;
  const row = parameters.row(example);
  kernels.listNonzero(gradient, positions, filters, patches, 4 * side * segment,
    byPosition, positionCounts, byFilter, filterCounts);
  kernels.clear(inputGradient, input.shape.height * input.row);
  kernels.convolutionInputGradient(inputGradient, input.row, patches, positions, side, segment,
    straight, filters, byPosition, positionCounts);
  kernels.convolutionWeightGradient(input.values + 4 * example * input.stride, input.row, positions, side, segment,
    filters, byFilter, filterCounts, row);
  kernels.addRows(row + 4 * side * segment * filters, gradient, positions, filters, filters);
}

/** Byte offset in the input of each position's patch. */
function patchOffsets({ stride }: LayerOf<"convolution">, input: Tensor, output: Shape): number[] {
  return Array.from({ length: output.height * output.width }, (_, position) => {
    const y = Math.floor(position / output.width);
    const x = position % output.width;
    return 4 * stride * (y * input.row + x * input.shape.channels);
  });
}

function allocateLists(workspace: Workspace, positions: number, filters: number) {
  return {
    byPosition: workspace.allocate(ENTRY_BYTES * positions * filters),
    byFilter: workspace.allocate(ENTRY_BYTES * positions * filters),
    positionCounts: workspace.allocate(4 * positions),
    filterCounts: workspace.allocate(4 * filters),
  };
}

/** The weights twice: [filter][patch] as the model stores them, for gradients, and [patch][filter] for the forward pass. */
function allocateParameters(workspace: Workspace, filters: number, patchSize: number) {
  const weightCount = filters * patchSize;
  const straight = workspace.allocateFloats(weightCount);
  const transposed = workspace.allocateFloats(weightCount);
  const bias = workspace.allocateFloats(filters);
  const flip = Int32Array.from({ length: weightCount }, (_, i) => {
    return (i % patchSize) * filters + Math.floor(i / patchSize);
  });
  const places = Int32Array.from({ length: weightCount + filters }, (_, i) => i);
  const parameters = rowParameters(workspace, places, places.length, (weights) => {
    workspace.floats(straight, weightCount).set(weights.subarray(0, weightCount));
    scatter(weights, flip, workspace.floats(transposed, weightCount));
    workspace.floats(bias, filters).set(weights.subarray(weightCount));
  });
  return { transposed, straight, bias, parameters };
}
