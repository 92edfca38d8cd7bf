import type { LayerSpec } from "../layer-kind.js";

/**
 * The functions that an activation layer may apply: `gelu` is x Φ(x), `gelu-tanh` its approximation
 * x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, as GPT-2 has it.
 */
export type ActivationRule = "tanh" | "relu" | "gelu" | "gelu-tanh";

/** A function of every value by itself. */
export interface ActivationLayer {
  readonly kind: "activation";
  readonly rule: ActivationRule;
}

/**
 * The activation's shapes; it has no parameters. Every rule maps zero to zero, since the kernels' padding is
 * to stay zero.
 */
export const activationSpec: LayerSpec<ActivationLayer> = {
  fields: { rule: { words: ["tanh", "relu", "gelu", "gelu-tanh"] satisfies ActivationRule[] } },
  shape: (_, input) => input,
  used: (_layer, _input, output) => output,
  inPlace: true,
  parameters: () => [],
  channels: () => ({ input: [], output: "input" }),
};
