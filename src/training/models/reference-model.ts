import type { LayerPass, ReferenceLayer } from "../layers/_internal/reference-layer.js";
import { kindOf, parameterCount } from "../layers/registry.js";
import { layerShapes, type Model } from "./model.js";

/** One example: bytes stand for byte / 255. */
type Inputs = Uint8Array | Float32Array;

/** A model in plain float64 loops, one example at a time: what the kernels are tested and measured against. */
export interface ReferenceModel {
  /** Cross-entropy, nats. */
  loss(weights: Float64Array, input: Inputs, label: number): number;
  gradient(weights: Float64Array, input: Inputs, label: number): { gradient: Float64Array; loss: number };
}

export function referenceModel(model: Model): ReferenceModel {
  const steps = stepsOf(model);
  return {
    loss: (weights, input, label) => softmaxCrossEntropy(forward(steps, weights, input).at(-1)!, label).loss,
    gradient(weights, input, label) {
      const gradient = new Float64Array(weights.length);
      const values = forward(steps, weights, input);
      const { loss, slopes } = softmaxCrossEntropy(values.at(-1)!, label);
      let outputGradient = slopes;
      for (let i = steps.length - 1; i >= 0; i--) {
        const { layer, start, end } = steps[i]!;
        const parameters = weights.subarray(start, end);
        const pass: LayerPass = { input: values[i]!, output: values[i + 1]!, outputGradient, parameters };
        layer.parameterGradient?.(pass, gradient.subarray(start, end));
        if (i > 0) outputGradient = layer.inputGradient(pass);
      }
      return { gradient, loss };
    },
  };
}

/** A layer and the weights it owns. */
interface Step {
  readonly layer: ReferenceLayer;
  readonly start: number;
  readonly end: number;
}

function stepsOf(model: Model): Step[] {
  const shapes = layerShapes(model);
  let end = 0;
  return model.layers.map((description, i) => {
    const start = end;
    end += parameterCount(description, shapes[i]!);
    return { layer: kindOf(description).reference(description, shapes[i]!), start, end };
  });
}

/** The values between the layers. */
function forward(steps: Step[], weights: Float64Array, input: Inputs): Float64Array[] {
  const values = [
    Float64Array.from(input, (value) => (input instanceof Uint8Array ? value / 255 : value)) as Float64Array,
  ];
  for (const { layer, start, end } of steps) {
    values.push(layer.forward(values.at(-1)!, weights.subarray(start, end)));
  }
  return values;
}

function softmaxCrossEntropy(logits: Float64Array, label: number): { loss: number; slopes: Float64Array } {
  const largest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - largest));
  const total = powers.reduce((sum, power) => sum + power);
  const slopes = powers.map((power) => power / total);
  slopes[label]! -= 1;
  return { loss: Math.log(total) + largest - logits[label]!, slopes };
}
