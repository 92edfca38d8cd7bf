/**
 * Logistic regression on a CSV file by central DP-SGD. The file is made up (by a seeded formula).
 *
 * Run: node examples/logistic-regression.mjs
 */
import { readFileSync } from "node:fs";
import { budgetGuarantee } from "croupier-dp/accounting";
import { describeGuarantee } from "croupier-dp/privacy";
import { examplesFrom, train } from "croupier-dp/training";

const text = readFileSync(new URL("data/loans.csv", import.meta.url), "utf8");
const rows = text.trim().split("\n").slice(1);
const records = rows.map((row) => row.split(",").map(Number));

// Scaled by public constants: a mean or a deviation of the records would be a release of its own.
const inputs = records.map(([age, income, debt]) => [(age - 50) / 20, (income - 40) / 20, (debt - 20) / 10]);
const labels = records.map(([, , , repaid]) => repaid);
const part = (from, to) => examplesFrom(inputs.slice(from, to), labels.slice(from, to), { classes: 2 });

const { weights, state, event, spent } = await train({
  model: { input: { height: 1, width: 1, channels: 3 }, layers: [{ kind: "dense", units: 2 }] },
  data: { train: part(0, 500), test: part(500) },
  protocol: { kind: "central", samplingRate: 0.1, clipBound: 1 },
  privacy: { adjacency: "zero-out", delta: 1e-5, targetEpsilon: 2 },
  epochs: 20,
  learningRate: 1,
  averageDecay: 0.95,
});

console.log(
  `Accuracy on ${labels.length - 500} others: ${(100 * state.history.at(-1).accuracy).toFixed(0)} %`,
);
console.log(`Weights: ${Array.from(weights, (weight) => weight.toFixed(2)).join(" ")}`);
console.log(`Released: ${event.times} rounds of ${JSON.stringify(event.of)}`);
console.log(describeGuarantee(budgetGuarantee(spent)));
