import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";
import { extentOf, windowsIn } from "../shape.js";

/** A two-dimensional convolution with a bias for each filter. */
export interface ConvolutionLayer {
  readonly kind: "convolution";
  readonly filters: number;
  /** Rows and columns of a filter. */
  readonly side: number;
  readonly stride: number;
  /** Rows and columns of zeros on every side of the input. */
  readonly padding: number;
}

/** The convolution's shapes and parameters. */
export const convolutionSpec: LayerSpec<ConvolutionLayer> = {
  fields: {
    filters: { range: RANGES.positiveInteger },
    side: { range: RANGES.positiveInteger },
    stride: { range: RANGES.positiveInteger },
    padding: { range: RANGES.nonNegativeInteger },
  },
  shape: ({ filters, side, stride, padding }, { height, width }) => ({
    height: windowsIn(height + 2 * padding, side, stride),
    width: windowsIn(width + 2 * padding, side, stride),
    channels: filters,
  }),
  padded: ({ padding }, { height, width, channels }) => ({
    height: height + 2 * padding,
    width: width + 2 * padding,
    channels,
  }),
  used: ({ side, stride, padding }, input, output) => ({
    height: Math.min(input.height, extentOf(output.height, side, stride) - padding),
    width: Math.min(input.width, extentOf(output.width, side, stride) - padding),
    channels: input.channels,
  }),
  parameters({ filters, side }, { channels }) {
    const fans = { in: side * side * channels, out: side * side * filters };
    return [
      { name: "weights", shape: [filters, side, side, channels], start: { fans } },
      { name: "biases", shape: [filters] },
    ];
  },
  channels({ filters, side }, { channels }) {
    const view = [filters, side, side, channels];
    return {
      input: [{ parameter: "weights", view, axis: 3 }],
      output: [
        { parameter: "weights", view, axis: 0 },
        { parameter: "biases", view: [filters], axis: 0 },
      ],
    };
  },
};
