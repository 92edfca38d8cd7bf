import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";

/**
 * A learned vector for each segment, added to what is there: the segment of a position is the number of
 * separators before it, and the last one where that is more. With one segment it is the same vector
 * everywhere.
 *
 * BERT's token types 0 and 1 are these segments: the first text with the separator behind it, then the
 * second.
 */
export interface SegmentEmbeddingLayer {
  readonly kind: "segmentEmbedding";
  readonly segments: number;
  /**
   * The token that ends a segment; needed with more than one of them, where the input is to be as long as the
   * model's tokens.
   */
  readonly separator?: number;
}

/** The shapes and parameters: weights [segment][channel]. */
export const segmentEmbeddingSpec: LayerSpec<SegmentEmbeddingLayer> = {
  fields: {
    segments: { range: RANGES.positiveInteger },
    separator: { range: RANGES.nonNegativeInteger, optional: true },
  },
  shape: (_, { height, width, channels }) => ({ height: width === 1 ? height : 0, width, channels }),
  used: (_, input) => input,
  seesTokens: ({ segments }) => segments > 1,
  onlyNorms: true,
  parameters: ({ segments }, { channels }) => [
    { name: "weights", shape: [segments, channels], start: { deviation: 0.02 } },
  ],
  channels: ({ segments }, { channels }) => ({
    input: [{ parameter: "weights", view: [segments, channels], axis: 1 }],
    output: "input",
  }),
};
