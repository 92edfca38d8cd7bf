/** A small Transformer on one's own arrays, by central DP-SGD. Run: node examples/own-transformer.mjs */
import { budgetGuarantee } from "croupier-dp/accounting";
import { defineModel, dimensionOf } from "croupier-dp/models";
import { describeGuarantee } from "croupier-dp/privacy";
import { examplesFrom, openPredictor, train } from "croupier-dp/training";

// Made up: two sensors at 12 times. The first one jumps once; the class: is the second one high then?
const [steps, channels] = [12, 2];
const at = (i, t, kind) => (t === (7 * i) % steps ? [4, kind] : [Math.sin(i * t + i), Math.cos(3 * i + t)]);
const record = (i) => Array.from({ length: steps }, (_, t) => at(i, t, i % 2 ? 2 : -2)).flat();
const shape = { height: steps, width: 1, channels };
const part = (from, to) => {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  const labels = numbers.map((i) => i % 2);
  return examplesFrom(numbers.map(record), labels, { shape, classes: 2 });
};

// The model is plain data; a mistake in it is an error that names the layer.
const [linear, norm] = [(units) => ({ kind: "linear", units }), { kind: "layerNorm", epsilon: 1e-5 }];
const attention = [norm, linear(48), { kind: "attention", heads: 2, causal: false }, linear(16)];
const forward = [norm, linear(32), { kind: "activation", rule: "gelu" }, linear(16)];
const blocks = [attention, forward].map((layers) => ({ kind: "residual", layers }));
const head = [{ kind: "pooling", rule: "mean" }, norm, { kind: "dense", units: 2 }];
const layers = [linear(16), { kind: "positionEmbedding" }, ...blocks, ...head];
const model = defineModel({ input: shape, layers });

const { weights, state, spent } = await train({
  model,
  data: { train: part(0, 2500), test: part(2500, 3000) },
  protocol: { kind: "central", samplingRate: 0.2, clipBound: 1 },
  privacy: { adjacency: "zero-out", delta: 1e-5, targetEpsilon: 3 },
  ...{ rounds: 40, learningRate: 0.01, optimizer: { kind: "adam" } },
});
const { accuracy } = state.history.at(-1);
console.log(`${dimensionOf(model)} weights, accuracy on 500 others: ${(100 * accuracy).toFixed(0)} %`);
console.log(describeGuarantee(budgetGuarantee(spent)));

const predictor = await openPredictor({ model, weights });
const [logits] = predictor.logits([Float32Array.from(record(3001))]);
console.log(`Record 3001: class ${logits.indexOf(Math.max(...logits))}`);
