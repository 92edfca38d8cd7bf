import type { LayerSpec } from "../layer-kind.js";

/**
 * A learned vector as a position before all others, at which a class can be read off. Sequences in use of any
 * length grow by one.
 */
export interface ClassTokenLayer {
  readonly kind: "classToken";
}

/** The shapes and parameters: one vector. */
export const classTokenSpec: LayerSpec<ClassTokenLayer> = {
  fields: {},
  shape: (_, { height, width, channels }) => ({ height: width === 1 ? height + 1 : 0, width, channels }),
  used: (_, input) => input,
  onlyNorms: true,
  parameters: (_, { channels }) => [{ name: "weights", shape: [channels], start: { deviation: 0.02 } }],
  channels: (_, { channels }) => ({
    input: [{ parameter: "weights", view: [channels], axis: 0 }],
    output: "input",
  }),
};
