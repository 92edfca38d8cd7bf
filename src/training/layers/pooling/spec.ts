import type { LayerSpec } from "../layer-kind.js";

/** Which vector stands for a sequence: the mean of those in use, the first one, or the last one in use. */
export type PoolingRule = "mean" | "first" | "last";

/** One vector of the positions of a sequence, those behind its end left out. */
export interface PoolingLayer {
  readonly kind: "pooling";
  readonly rule: PoolingRule;
}

/** The shapes; there are no parameters. */
export const poolingSpec: LayerSpec<PoolingLayer> = {
  fields: { rule: { words: ["mean", "first", "last"] satisfies PoolingRule[] } },
  shape: (_, { height, width, channels }) => ({
    height: height >= 1 && width === 1 ? 1 : 0,
    width,
    channels,
  }),
  used: (_, input) => input,
  parameters: () => [],
  channels: () => ({ input: [], output: "input" }),
};
