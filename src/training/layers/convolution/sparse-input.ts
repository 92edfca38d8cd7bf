import type { BoundInput, ExampleValues, Tensor } from "../_internal/bound-layer.js";
import { rowParameters, scatter } from "../_internal/row-parameters.js";
import { roundUp } from "../_internal/tensor.js";
import type { GroupContext, InputContext } from "../layer-kind.js";
import { type Shape, sizeOf } from "../shape.js";
import {
  type CellGrid,
  cellGrid,
  FILTER_BLOCK,
  kernelOffsets,
  parameterPlaces,
  pixelOffsets,
} from "./input-cells.js";
import type { ConvolutionLayer } from "./spec.js";

/** Bits of the kernels' masks: kernel cells of a window, and cells of a row. */
const WINDOW_BITS = 32;
const ROW_BITS = 64;

/**
 * Whether the kernels that skip empty cells take a convolution: of a side in whole strides, and of few enough
 * cells.
 */
export function fitsSparseInput({ side, stride, padding }: ConvolutionLayer, input: Shape): boolean {
  const extent = Math.max(input.height, input.width) + 2 * padding;
  return side % stride === 0 && (side / stride) ** 2 <= WINDOW_BITS && extent <= ROW_BITS * stride;
}

/**
 * A convolution of the examples, which skips what is empty in them (assembly/staging.ts describes how) and
 * makes no gradient of its input.
 */
export function bindSparseInput(layer: ConvolutionLayer, context: InputContext): BoundInput {
  const { workspace, input, output } = context;
  const { kernels } = workspace;
  const grid = cellGrid(layer, input, output);
  const { width, height, cellSize, side } = grid;
  const filters = roundUp(layer.filters, FILTER_BLOCK);
  const tensor = allocateOutput(context, grid, output, filters);
  const images = allocateImages(context, grid, pixelOffsets(layer, input, grid), sizeOf(input));
  const offsets = workspace.allocateWords(kernelOffsets(grid));
  const biasPlace = 4 * side ** 2 * cellSize * filters;
  const rowSize = biasPlace / 4 + filters;
  const weights = workspace.allocateFloats(rowSize);
  const places = parameterPlaces(layer, input, grid);
  const parameters = rowParameters(context, places, rowSize, (values) => {
    scatter(values, places, workspace.floats(weights, rowSize));
  });

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const { cells, masks } = images.at(i);
      const values = tensor.values + 4 * i * tensor.stride;
      // biome-ignore format: one kernel call
      kernels.inputConvolution(cells, masks, width, cellSize, side, offsets, weights, weights + biasPlace,
        filters, values, output.height, output.width);
    }
  }

  function backward(count: number): void {
    for (let i = 0; i < count; i++) {
      const { cells, lists, counts } = images.at(i);
      const gradient = tensor.gradients + 4 * i * tensor.stride;
      const row = parameters.row(i);
      // biome-ignore format: one kernel call
      kernels.inputConvolutionWeightGradient(cells, width, height, cellSize, side, lists, counts,
        gradient, filters, row);
      kernels.addRows(row + biasPlace, gradient, output.height * width, filters, filters);
    }
  }

  return { output: tensor, parameters, stage: images.stage, forward, backward };
}

/** The output on the grid's rows, with the zeros around its gradient that the kernels reach. */
function allocateOutput(
  { workspace, group }: GroupContext,
  grid: CellGrid,
  shape: Shape,
  channels: number,
): Tensor {
  const before = (grid.side - 1) * (grid.width + 1) * channels;
  const stride = before + grid.height * grid.width * channels;
  const allocate = () => workspace.allocateFloats(group * stride) + 4 * before;
  const row = grid.width * channels;
  return { shape, values: allocate(), gradients: allocate(), channels, row, stride, isData: false };
}

interface Image {
  readonly cells: number;
  readonly masks: number;
  readonly lists: number;
  readonly counts: number;
}

/** A group's images, cut into cells and marked. */
function allocateImages({ workspace, group }: GroupContext, grid: CellGrid, offsets: number[], size: number) {
  const { kernels } = workspace;
  const { width, height, cellSize } = grid;
  const cells = width * height;
  const cellBytes = 4 * cells * cellSize;
  const pairs = cellSize / 2;
  const images = Array.from(
    { length: group },
    (): Image => ({
      cells: workspace.allocate(cellBytes + 4 * cellSize),
      masks: workspace.allocate(8 * height),
      lists: workspace.allocate(2 * pairs * cells),
      counts: workspace.allocate(4 * pairs),
    }),
  );
  const levels = workspace.allocateFloats(256);
  workspace.floats(levels, 256).set(Float32Array.from({ length: 256 }, (_, byte) => byte / 255));
  const pixels = workspace.allocate(roundUp(size, 8));
  // The kernel takes eight bytes at a time: those past the last pixel go behind the last cell.
  const spare = new Array<number>(roundUp(size, 8) - size).fill(cellBytes);
  const addresses = workspace.allocateWords([...offsets, ...spare]);
  return {
    at: (example: number): Image => images[example]!,
    stage(example: number, values: ExampleValues): void {
      const image = images[example]!;
      if (values instanceof Uint8Array) {
        workspace.write(pixels, values);
        kernels.stageCells(pixels, size, addresses, image.cells, cellBytes, levels);
      } else {
        const target = workspace.floats(image.cells, cells * cellSize + cellSize).fill(0);
        for (let i = 0; i < size; i++) target[offsets[i]! >> 2] = values[i]!;
      }
      kernels.markCells(image.cells, height, width, cellSize, image.masks, image.lists, image.counts);
    },
  };
}
