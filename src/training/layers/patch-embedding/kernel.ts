import type { BoundLayer, Tensor } from "../_internal/bound-layer.js";
import { positionsOf } from "../_internal/positions.js";
import { allocateTensor } from "../_internal/tensor.js";
import type { Freezable, LayerContext } from "../layer-kind.js";
import { bindLinear } from "../linear/kernel.js";
import type { PatchEmbeddingLayer } from "./spec.js";

/**
 * The embedding of patches: a linear layer on a copy in which the values of each patch stand side by side.
 */
export function bindPatchEmbedding(
  { side, units, ...rest }: PatchEmbeddingLayer & Freezable,
  context: LayerContext,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.input.shape);
  const patches = bindPatches(side, { ...context, input });
  const linear = bindLinear({ ...rest, kind: "linear", units }, { ...context, input: patches.output });
  return [...layers, patches, ...linear];
}

function bindPatches(side: number, context: LayerContext): BoundLayer {
  const { workspace, input } = context;
  const { kernels } = workspace;
  const { height, width, channels } = input.shape;
  const perRow = width / side;
  const size = side * side * channels;
  const shape = { height: (height / side) * perRow, width: 1, channels: size };
  const output = allocateTensor(context, shape, { isData: input.isData });

  /**
   * Calls `copy` for each pixel of the patches: with its place in the first patch of a row of them, and in
   * the picture.
   */
  function eachPixel(copy: (inPatch: number, inPicture: number) => void): void {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < side; x++) {
        const inPatch = Math.floor(y / side) * perRow * size + ((y % side) * side + x) * channels;
        copy(4 * inPatch, 4 * (y * input.row + x * input.channels));
      }
    }
  }

  const ofExample = ({ stride }: Tensor, example: number) => 4 * example * stride;

  function forward(count: number): void {
    for (let i = 0; i < count; i++) {
      const target = output.values + ofExample(output, i);
      const source = input.values + ofExample(input, i);
      eachPixel((inPatch, inPicture) =>
        // biome-ignore format: one kernel call
        kernels.copyRows(target + inPatch, size, source + inPicture, side * input.channels, perRow, channels),
      );
    }
  }

  function backward(count: number): void {
    if (input.isData) return;
    for (let i = 0; i < count; i++) {
      const [target, source] = [
        input.gradients + ofExample(input, i),
        output.gradients + ofExample(output, i),
      ];
      eachPixel((inPatch, inPicture) =>
        // biome-ignore format: one kernel call
        kernels.copyRows(target + inPicture, side * input.channels, source + inPatch, size, perRow, channels),
      );
    }
  }

  return { output, forward, backward };
}
