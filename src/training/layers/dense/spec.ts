import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";
import { sizeOf } from "../shape.js";

/** A weighted sum of all inputs and a bias for each unit. */
export interface DenseLayer {
  readonly kind: "dense";
  readonly units: number;
}

/** The dense layer's shapes and parameters. */
export const denseSpec: LayerSpec<DenseLayer> = {
  fields: { units: { range: RANGES.positiveInteger } },
  shape: ({ units }) => ({ height: 1, width: 1, channels: units }),
  used: (_, input) => input,
  outerColumns: ({ units }) => units,
  parameters({ units }, input) {
    const inputs = sizeOf(input);
    return [
      { name: "weights", shape: [inputs, units], start: { fans: { in: inputs, out: units } } },
      { name: "biases", shape: [units] },
    ];
  },
  channels({ units }, { height, width, channels }) {
    const view = [height * width, channels, units];
    return {
      input: [{ parameter: "weights", view, axis: 1 }],
      output: [
        { parameter: "weights", view, axis: 2 },
        { parameter: "biases", view: [units], axis: 0 },
      ],
    };
  },
};
