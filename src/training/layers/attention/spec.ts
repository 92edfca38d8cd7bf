import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";

/**
 * Multi-head scaled dot-product attention, without parameters: a `linear` layer of three times the width
 * before it makes queries, keys and values, side by side in this order, each cut into heads; one behind it
 * mixes the heads.
 *
 * At every position t and head h: y = Σ_s softmax_s(q_t·k_s / √(width of a head)) v_s, over the positions in
 * use, with `causal` those up to t.
 */
export interface AttentionLayer {
  readonly kind: "attention";
  readonly heads: number;
  /** Whether a position sees itself and those before it alone. */
  readonly causal: boolean;
}

/**
 * The shapes: channels must be three times a multiple of the heads. Positions behind an example's end are
 * made zero.
 */
export const attentionSpec: LayerSpec<AttentionLayer> = {
  fields: { heads: { range: RANGES.positiveInteger }, causal: { flag: true } },
  shape: ({ heads }, { height, width, channels }) => ({
    height: width === 1 ? height : 0,
    width,
    channels: channels % (3 * heads) === 0 ? channels / 3 : 0,
  }),
  used: (_, input) => input,
  parameters: () => [],
  channels: ({ heads }) => ({ input: [], output: [], heads }),
};
