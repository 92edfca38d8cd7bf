import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";

/**
 * A picture cut into square patches, each of which becomes a position by a weighted sum of its values and a
 * bias for each unit.
 */
export interface PatchEmbeddingLayer {
  readonly kind: "patchEmbedding";
  /** Rows and columns of a patch; both extents of the picture must be multiples. */
  readonly side: number;
  readonly units: number;
}

/**
 * The shapes and parameters: weights [row][column][channel][unit] of a patch, then biases. Positions go
 * through the picture row by row.
 */
export const patchEmbeddingSpec: LayerSpec<PatchEmbeddingLayer> = {
  fields: { side: { range: RANGES.positiveInteger }, units: { range: RANGES.positiveInteger } },
  shape: ({ side, units }, { height, width }) => ({
    height: height % side === 0 && width % side === 0 ? (height / side) * (width / side) : 0,
    width: 1,
    channels: units,
  }),
  used: (_, input) => input,
  onlyNorms: true,
  parameters({ side, units }, { channels }) {
    const fans = { in: side * side * channels, out: units };
    return [
      { name: "weights", shape: [side, side, channels, units], start: { fans } },
      { name: "biases", shape: [units] },
    ];
  },
  channels({ side, units }, { channels }) {
    const view = [side, side, channels, units];
    return {
      input: [{ parameter: "weights", view, axis: 2 }],
      output: [
        { parameter: "weights", view, axis: 3 },
        { parameter: "biases", view: [units], axis: 0 },
      ],
    };
  },
};
