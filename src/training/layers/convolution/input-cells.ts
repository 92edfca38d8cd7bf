import { roundUp } from "../_internal/tensor.js";
import type { Shape } from "../shape.js";
import type { ConvolutionLayer } from "./spec.js";

/** Filters that the kernels take at once. */
export const FILTER_BLOCK = 16;

/** An input cut into stride x stride cells, padding included, on which the convolution has stride 1. */
export interface CellGrid {
  /** Kernel cells along a side. */
  readonly side: number;
  /** Floats in a cell, rounded up to a multiple of 4. */
  readonly cellSize: number;
  /** Wide enough that a kernel which leaves a row at its end meets only positions without gradient. */
  readonly width: number;
  readonly height: number;
}

export function cellGrid(layer: ConvolutionLayer, input: Shape, output: Shape): CellGrid {
  const side = layer.side / layer.stride;
  return {
    side,
    cellSize: roundUp(layer.stride ** 2 * input.channels, 4),
    width: roundUp(output.width, 2) + side - 1,
    height: output.height + side - 1,
  };
}

/** Byte offset of each input value in the grid; those that no position reads go behind its last cell. */
export function pixelOffsets(layer: ConvolutionLayer, input: Shape, grid: CellGrid): number[] {
  const offsets: number[] = [];
  for (let y = layer.padding; y < input.height + layer.padding; y++) {
    for (let x = layer.padding; x < input.width + layer.padding; x++) {
      const row = Math.floor(y / layer.stride);
      const column = Math.floor(x / layer.stride);
      const cell =
        row < grid.height && column < grid.width ? row * grid.width + column : grid.height * grid.width;
      for (let channel = 0; channel < input.channels; channel++) {
        offsets.push(4 * (cell * grid.cellSize + placeInCell(layer, input, y, x, channel)));
      }
    }
  }
  return offsets;
}

/** Byte offset in the grid of each kernel cell. */
export function kernelOffsets(grid: CellGrid): number[] {
  return Array.from({ length: grid.side ** 2 }, (_, cell) => {
    const row = Math.floor(cell / grid.side);
    return 4 * grid.cellSize * (row * grid.width + (cell % grid.side));
  });
}

/**
 * Where the kernels keep each of the layer's parameters: [block][kernel cell][value][16 filters], then the
 * biases.
 */
export function parameterPlaces(layer: ConvolutionLayer, input: Shape, grid: CellGrid): Int32Array {
  const { filters, side, stride } = layer;
  const cells = grid.side ** 2 * grid.cellSize;
  const places: number[] = [];
  for (let filter = 0; filter < filters; filter++) {
    const block = Math.floor(filter / FILTER_BLOCK) * cells;
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const cell = Math.floor(y / stride) * grid.side + Math.floor(x / stride);
        for (let channel = 0; channel < input.channels; channel++) {
          const value = cell * grid.cellSize + placeInCell(layer, input, y, x, channel);
          places.push((block + value) * FILTER_BLOCK + (filter % FILTER_BLOCK));
        }
      }
    }
  }
  const biases = cells * roundUp(filters, FILTER_BLOCK);
  for (let filter = 0; filter < filters; filter++) places.push(biases + filter);
  return Int32Array.from(places);
}

function placeInCell(
  { stride }: ConvolutionLayer,
  { channels }: Shape,
  y: number,
  x: number,
  channel: number,
): number {
  return ((y % stride) * stride + (x % stride)) * channels + channel;
}
