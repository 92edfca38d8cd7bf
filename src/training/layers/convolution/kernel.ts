import type { Workspace } from "../../../tensor/workspace.js";
import type { BoundInput, BoundLayer, Tensor } from "../_internal/bound-layer.js";
import { fitTensor } from "../_internal/fit-tensor.js";
import { rowParameters, scatter } from "../_internal/row-parameters.js";
import { allocateTensor, roundUp } from "../_internal/tensor.js";
import type { InputContext, LayerContext } from "../layer-kind.js";
import { bindSparseInput, fitsSparseInput } from "./sparse-input.js";
import type { ConvolutionLayer } from "./spec.js";

/** Filters, and floats of a kernel row, that the kernels take at once. */
const BLOCK = 16;

/** Bytes of an entry in the lists of nonzero gradients. */
const ENTRY_BYTES = 8;

/** A convolution of the examples themselves, where the kernels that skip empty cells can take it. */
export function bindInputConvolution(layer: ConvolutionLayer, context: InputContext): BoundInput | undefined {
  return fitsSparseInput(layer, context.input) ? bindSparseInput(layer, context) : undefined;
}

/**
 * A convolution of any form, its filters rounded up to whole blocks with filters of zero.
 *
 * The gradient of a kernel row is made in whole blocks too. Where the input wants a gradient, its channels
 * are rounded up until a row is whole blocks. Where it is the data, the floats past a row are made zero
 * afterwards.
 */
export function bindConvolution(layer: ConvolutionLayer, context: LayerContext): BoundLayer[] {
  const { input } = context;
  const wholeBlocks = (layer.side * input.channels) % BLOCK === 0;
  if (layer.padding === 0 && (wholeBlocks || input.isData)) return [bindUnpadded(layer, context, input)];
  const multiple = wholeBlocks || input.isData ? input.channels : BLOCK;
  const fit = fitTensor(context, input, { padding: layer.padding, multiple });
  return [fit, bindUnpadded(layer, context, fit.output)];
}

function bindUnpadded(layer: ConvolutionLayer, context: LayerContext, input: Tensor): BoundLayer {
  const plan = makePlan(layer, context, input);
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

function makePlan(layer: ConvolutionLayer, context: LayerContext, input: Tensor) {
  const { workspace, output: shape } = context;
  const segment = layer.side * input.channels;
  const positions = shape.height * shape.width;
  const filters = roundUp(layer.filters, BLOCK);
  return {
    kernels: workspace.kernels,
    input,
    output: allocateTensor(context, shape, { multiple: BLOCK }),
    positions,
    filters,
    side: layer.side,
    segment,
    wideSegment: roundUp(segment, BLOCK),
    patches: workspace.allocateWords(patchOffsets(layer, input, shape.height, shape.width)),
    ...allocateLists(workspace, positions, filters),
    ...allocateParameters(context, layer, input),
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
  const { kernels, input, output, positions, filters, side, wideSegment, patches, straight, parameters, gaps } = plan;
  const { byPosition, positionCounts, byFilter, filterCounts } = plan;
  const gradient = output.gradients + 4 * example * output.stride;
  const inputGradient = input.gradients + 4 * example * input.stride;
  const row = parameters.row(example);
  kernels.listNonzero(gradient, positions, filters, patches, 4 * side * wideSegment,
    byPosition, positionCounts, byFilter, filterCounts);
  if (!input.isData) {
    kernels.clear(inputGradient, input.shape.height * input.row);
    kernels.convolutionInputGradient(inputGradient, input.row, patches, positions, side, wideSegment,
      straight, filters, byPosition, positionCounts);
  }
  kernels.convolutionWeightGradient(input.values + 4 * example * input.stride, input.row, positions, side, wideSegment,
    filters, byFilter, filterCounts, row);
  if (gaps.count > 0) kernels.clearAt(row, gaps.address, gaps.count);
  kernels.addRows(row + 4 * side * wideSegment * filters, gradient, positions, filters, filters);
}

/**
 * Byte offset in the input of each position's patch; the last one twice, since the kernel takes positions in
 * pairs.
 */
function patchOffsets({ stride }: ConvolutionLayer, input: Tensor, height: number, width: number): number[] {
  const offsets = Array.from({ length: height * width }, (_, position) => {
    const y = Math.floor(position / width);
    const x = position % width;
    return 4 * stride * (y * input.row + x * input.channels);
  });
  return [...offsets, offsets.at(-1)!];
}

function allocateLists(workspace: Workspace, positions: number, filters: number) {
  return {
    byPosition: workspace.allocate(ENTRY_BYTES * positions * filters),
    byFilter: workspace.allocate(ENTRY_BYTES * positions * filters),
    positionCounts: workspace.allocate(4 * positions),
    filterCounts: workspace.allocate(4 * filters),
  };
}

/** The weights twice: [filter][wide patch], for gradients, and [patch][filter], for the forward pass. */
function allocateParameters(context: LayerContext, layer: ConvolutionLayer, input: Tensor) {
  const { workspace } = context;
  const { side } = layer;
  const filters = roundUp(layer.filters, BLOCK);
  const patchSize = side * side * input.channels;
  const widePatch = side * roundUp(side * input.channels, BLOCK);
  const straight = workspace.allocateFloats(filters * widePatch);
  const transposed = workspace.allocateFloats(filters * patchSize);
  const bias = workspace.allocateFloats(filters);
  const { places, flipped, gaps } = weightPlaces(layer, input, filters, widePatch);
  const weightCount = places.length;
  const biasPlaces = Array.from({ length: layer.filters }, (_, filter) => filters * widePatch + filter);
  const all = Int32Array.from([...places, ...biasPlaces]);
  const parameters = rowParameters(context, all, filters * (widePatch + 1), (values) => {
    const weights = values.subarray(0, weightCount);
    scatter(weights, places, workspace.floats(straight, filters * widePatch));
    scatter(weights, flipped, workspace.floats(transposed, filters * patchSize));
    workspace.floats(bias, layer.filters).set(values.subarray(weightCount));
  });
  return {
    transposed,
    straight,
    bias,
    parameters,
    gaps: { address: workspace.allocateWords(gaps), count: gaps.length },
  };
}

/** Where the weights stand in both forms, and where a wide patch has floats past a kernel row. */
function weightPlaces(layer: ConvolutionLayer, input: Tensor, filters: number, widePatch: number) {
  const { side } = layer;
  const segment = side * input.channels;
  const places: number[] = [];
  const flipped: number[] = [];
  const gaps: number[] = [];
  for (let filter = 0; filter < layer.filters; filter++) {
    for (let y = 0; y < side; y++) {
      const start = filter * widePatch + y * (widePatch / side);
      for (let k = 0; k < segment; k++) {
        if (k % input.channels >= input.shape.channels) continue;
        places.push(start + k);
        flipped.push((y * segment + k) * filters + filter);
      }
      for (let k = segment; k < widePatch / side; k++) gaps.push(start + k);
    }
  }
  return { places: Int32Array.from(places), flipped: Int32Array.from(flipped), gaps };
}
