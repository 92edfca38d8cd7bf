import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";

/** A weighted sum of the channels and a bias for each unit, at every position by itself: y = x W + b. */
export interface LinearLayer {
  readonly kind: "linear";
  readonly units: number;
  /** Default true. */
  readonly biases?: boolean;
  /** How its weights start: as far as the fans say, by default, or at zero. */
  readonly start?: "fans" | "zero";
}

/** The shapes and parameters; weights [channel][unit], then biases. */
export const linearSpec: LayerSpec<LinearLayer> = {
  fields: {
    units: { range: RANGES.positiveInteger },
    biases: { flag: true, optional: true },
    start: { words: ["fans", "zero"], optional: true },
  },
  shape: ({ units }, { height, width }) => ({ height, width, channels: units }),
  used: (_, input, output) => ({ ...output, channels: input.channels }),
  onlyNorms: true,
  parameters({ units, biases = true, start = "fans" }, { channels }) {
    const fans = { start: { fans: { in: channels, out: units } } };
    return [
      { name: "weights", shape: [channels, units], ...(start === "fans" ? fans : {}) },
      ...(biases ? [{ name: "biases", shape: [units] }] : []),
    ];
  },
  channels({ units, biases = true }, { channels }) {
    const view = [channels, units];
    return {
      input: [{ parameter: "weights", view, axis: 0 }],
      output: [
        { parameter: "weights", view, axis: 1 },
        ...(biases ? [{ parameter: "biases", view: [units], axis: 0 }] : []),
      ],
    };
  },
};
