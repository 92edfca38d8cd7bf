import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { ActivationLayer } from "./spec.js";

/** An activation of one example. */
export function referenceActivation({ rule }: ActivationLayer): ReferenceLayer {
  const activate = rule === "tanh" ? Math.tanh : (x: number) => Math.max(0, x);
  const slope = rule === "tanh" ? (y: number) => 1 - y * y : (y: number) => (y > 0 ? 1 : 0);
  return {
    forward: (input) => input.map((x) => activate(x)),
    inputGradient: ({ output, outputGradient }: LayerPass) =>
      outputGradient.map((g, i) => g * slope(output[i]!)),
  };
}
