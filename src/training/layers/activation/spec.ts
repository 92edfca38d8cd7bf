import type { LayerSpec } from "../layer-kind.js";

/** The functions that an activation layer may apply. */
export type ActivationRule = "tanh" | "relu";

/** A function of every value by itself. */
export interface ActivationLayer {
  readonly kind: "activation";
  readonly rule: ActivationRule;
}

/** The activation's shapes; it has no parameters. Every rule maps zero to zero, since the kernels' padding is to stay zero. */
export const activationSpec: LayerSpec<ActivationLayer> = {
  fields: { rule: { words: ["tanh", "relu"] satisfies ActivationRule[] } },
  shape: (_, input) => input,
  used: (_layer, _input, output) => output,
  inPlace: true,
  parameters: () => [],
  channels: () => ({ input: [], output: "input" }),
};
