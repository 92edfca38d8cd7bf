import type { BoundLayer } from "../_internal/bound-layer.js";
import { positionsOf } from "../_internal/positions.js";
import { allocateTensor } from "../_internal/tensor.js";
import { frozenParameters, joinedParameters, writtenRows } from "../_internal/written-rows.js";
import type { Freezable, LayerContext } from "../layer-kind.js";
import type { SegmentEmbeddingLayer } from "./spec.js";

/** The embedding of segments: an example's gradient has a row for each, the sum of the output's gradients at its positions. */
export function bindSegmentEmbedding(
  layer: SegmentEmbeddingLayer & Freezable,
  context: LayerContext,
): readonly BoundLayer[] {
  const { input, layers } = positionsOf(context, context.output);
  return [...layers, bindSegments(layer, { ...context, input })];
}

function bindSegments(layer: SegmentEmbeddingLayer & Freezable, context: LayerContext): BoundLayer {
  const { workspace, input, output: shape } = context;
  const { kernels } = workspace;
  const { height: positions, channels } = shape;
  const count = layer.segments * channels;
  const output = allocateTensor(context, shape, { lengths: input.lengths });
  const weights = workspace.allocateFloats(count);
  const { segmentsOf, addressOf } = segmentsOfTokens(layer, context);
  const slopes = (example: number) => output.gradients + 4 * example * output.stride;
  const gradients = layer.frozen
    ? undefined
    : writtenRows(context, count, (example, target) => {
        kernels.clear(target, count);
        // biome-ignore format: one kernel call
        kernels.scatterAddRows(target, channels, addressOf(example), slopes(example), channels, positions, channels);
      });

  function forward(examples: number): void {
    for (let i = 0; i < examples; i++) {
      const target = output.values + 4 * i * output.stride;
      const source = input.values + 4 * i * input.stride;
      kernels.copyRows(target, channels, source, input.channels, positions, channels);
      for (const [position, segment] of segmentsOf(i).entries()) {
        kernels.addTo(target + 4 * position * channels, weights + 4 * segment * channels, channels);
      }
    }
  }

  function backward(examples: number): void {
    gradients?.prepare(examples);
    if (input.isData) return;
    for (let i = 0; i < examples; i++) {
      const target = input.gradients + 4 * i * input.stride;
      kernels.copyRows(target, input.channels, slopes(i), channels, positions, channels);
    }
  }

  const parameters = gradients
    ? joinedParameters(context, weights, [gradients])
    : frozenParameters(context, weights, count);
  return { output, forward, backward, parameters };
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
