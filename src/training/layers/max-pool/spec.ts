import { RANGES } from "../../../validate.js";
import type { LayerSpec } from "../layer-kind.js";
import { extentOf, windowsIn } from "../shape.js";

/** The largest value of every window, channel by channel. */
export interface MaxPoolLayer {
  readonly kind: "maxPool";
  /** Rows and columns of a window. */
  readonly side: number;
  readonly stride: number;
}

/** The max-pool's shapes; it has no parameters. */
export const maxPoolSpec: LayerSpec<MaxPoolLayer> = {
  fields: { side: { range: RANGES.positiveInteger }, stride: { range: RANGES.positiveInteger } },
  shape: ({ side, stride }, { height, width, channels }) => ({
    height: windowsIn(height, side, stride),
    width: windowsIn(width, side, stride),
    channels,
  }),
  used: ({ side, stride }, input, output) => ({
    height: Math.min(input.height, extentOf(output.height, side, stride)),
    width: Math.min(input.width, extentOf(output.width, side, stride)),
    channels: input.channels,
  }),
  parameters: () => [],
  channels: () => ({ input: [], output: "input" }),
};
