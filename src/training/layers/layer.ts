/** Extent of what flows between layers; stored channels last. */
export interface Shape {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
}

export type ActivationRule = "tanh" | "relu";

/**
 * One step of a model.
 *
 * Weights are stored layer after layer, each layer's weights before its biases. Convolution: [filter][row][column][channel];
 * dense: [input][unit], the input flattened as [row][column][channel].
 */
export type Layer =
  | {
      readonly kind: "convolution";
      readonly filters: number;
      readonly side: number;
      readonly stride: number;
      readonly padding: number;
    }
  | { readonly kind: "maxPool"; readonly side: number; readonly stride: number }
  | { readonly kind: "activation"; readonly rule: ActivationRule }
  | { readonly kind: "dense"; readonly units: number };

export type LayerOf<Kind extends Layer["kind"]> = Extract<Layer, { kind: Kind }>;
