import { parametersOf } from "../layers/layer-geometry.js";
import { layerShapes, type Model } from "./model.js";
import { type LayerPass, type ReferenceLayer, referenceLayer } from "../layers/_internal/reference-layer.js";

/** A model in plain float64 loops, one example at a time: what the kernels are tested and measured against. */
export interface ReferenceModel {
  /** Cross-entropy, nats. */
  loss(weights: Float64Array, bytes: Uint8Array, label: number): number;
  gradient(weights: Float64Array, bytes: Uint8Array, label: number): { gradient: Float64Array; loss: number };
}

export function referenceModel(model: Model): ReferenceModel {
  const steps = stepsOf(model);
  return {
    loss: (weights, bytes, label) => softmaxCrossEntropy(forward(steps, weights, bytes).at(-1)!, label).loss,
    gradient(weights, bytes, label) {
      const gradient = new Float64Array(weights.length);
      const values = forward(steps, weights, bytes);
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
    const { weights, biases } = parametersOf(description, shapes[i]!);
    const start = end;
    end += weights + biases;
    return { layer: referenceLayer(description, shapes[i]!), start, end };
  });
}

/** The values between the layers. */
function forward(steps: Step[], weights: Float64Array, bytes: Uint8Array): Float64Array[] {
  const values = [Float64Array.from(bytes, (byte) => byte / 255) as Float64Array];
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
