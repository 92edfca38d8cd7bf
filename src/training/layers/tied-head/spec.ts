import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";

/**
 * A logit for each token at every position: the inner product with its vector in the token embedding, whose
 * weights it shares.
 */
export interface TiedHeadLayer {
  readonly kind: "tiedHead";
  /** As the token embedding has. */
  readonly vocabulary: number;
}

/** The shapes; the parameters are the embedding's. */
export const tiedHeadSpec: LayerSpec<TiedHeadLayer> = {
  fields: { vocabulary: { range: RANGES.positiveInteger } },
  shape: ({ vocabulary }, { height, width }) => ({ height, width, channels: vocabulary }),
  used: (_, input, output) => ({ ...output, channels: input.channels }),
  isTied: true,
  parameters: () => [],
  channels: () => ({ input: [], output: [] }),
};
