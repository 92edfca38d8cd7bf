import type { BoundLayer } from "../_internal/bound-layer.js";
import { bindPassingLayer } from "../_internal/passing-layer.js";
import { positionsOf } from "../_internal/positions.js";
import type { Freezable, LayerContext } from "../layer-kind.js";
import type { SegmentEmbeddingLayer } from "./spec.js";

/**
 * The embedding of segments: an example's gradient has a row for each, the sum of the output's gradients at
 * its positions.
 */
export function bindSegmentEmbedding(
  layer: SegmentEmbeddingLayer & Freezable,
  context: LayerContext,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  const { kernels } = context.workspace;
  const { height: positions, channels } = context.output;
  const count = layer.segments * channels;
  const { segmentsOf, addressOf } = segmentsOfTokens(layer, context);
  const bound = bindPassingLayer(
    { ...context, input },
    {
      frozen: layer.frozen ?? false,
      count,
      rowsBefore: 0,
      add(example, output, weights) {
        for (const [position, segment] of segmentsOf(example).entries()) {
          kernels.addTo(output + 4 * position * channels, weights + 4 * segment * channels, channels);
        }
      },
      writeGradient(example, target, slopes) {
        kernels.clear(target, count);
        // biome-ignore format: one kernel call
        kernels.scatterAddRows(target, channels, addressOf(example), slopes, channels, positions, channels);
      },
    },
  );
  return [...layers, bound];
}

interface Segments {
  /** The segment of each position of an example, worked out anew; until the next allocation. */
  segmentsOf(example: number): Uint32Array;
  /** The address of what `segmentsOf` made. */
  addressOf(example: number): number;
}

function segmentsOfTokens(
  { segments, separator }: SegmentEmbeddingLayer,
  { workspace, group, tokens, output: { height: positions } }: LayerContext,
): Segments {
  const start = workspace.allocate(4 * group * positions);
  const addressOf = (example: number) => start + 4 * example * positions;
  return {
    addressOf,
    segmentsOf(example) {
      const made = workspace.words(addressOf(example), positions);
      if (segments === 1) return made.fill(0);
      const ids = tokens!.idsOf(example);
      let segment = 0;
      for (let position = 0; position < positions; position++) {
        made[position] = segment;
        if (ids[position] === separator && segment < segments - 1) segment += 1;
      }
      return made;
    },
  };
}
