import erfc from "@stdlib/math-base-special-erfc";
import type { LayerPass, ReferenceLayer } from "../_internal/reference-layer.js";
import type { ActivationLayer, ActivationRule } from "./spec.js";

/** A function and its slope at x, where it is y. */
interface Activation {
  readonly value: (x: number) => number;
  readonly slope: (x: number, y: number) => number;
}

const ROOT = Math.sqrt(2 / Math.PI);
const CUBE = 0.044715;
const normal = (x: number): number => erfc(-x / Math.SQRT2) / 2;
const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
const inner = (x: number): number => Math.tanh(ROOT * (x + CUBE * x ** 3));

const ACTIVATIONS: Readonly<Record<ActivationRule, Activation>> = {
  tanh: { value: Math.tanh, slope: (_, y) => 1 - y * y },
  relu: { value: (x) => Math.max(0, x), slope: (_, y) => (y > 0 ? 1 : 0) },
  gelu: { value: (x) => x * normal(x), slope: (x) => normal(x) + x * density(x) },
  "gelu-tanh": {
    value: (x) => (x * (1 + inner(x))) / 2,
    slope: (x) => (1 + inner(x)) / 2 + (x / 2) * (1 - inner(x) ** 2) * ROOT * (1 + 3 * CUBE * x * x),
  },
};

/** An activation of one example. */
export function referenceActivation({ rule }: ActivationLayer): ReferenceLayer {
  const { value, slope } = ACTIVATIONS[rule];
  return {
    forward: (input) => input.map((x) => value(x)),
    inputGradient: ({ input, output, outputGradient }: LayerPass) =>
      outputGradient.map((g, i) => g * slope(input[i]!, output[i]!)),
  };
}
