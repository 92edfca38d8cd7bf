/** A perceptron on random floats, from shuffled PrivUnit reports. Run: node examples/mlp.mjs */
import { budgetGuarantee, guarantees } from "croupier-dp/accounting";
import { describeGuarantee } from "croupier-dp/privacy";
import { fillNormals, seededSource } from "croupier-dp/random";
import { examplesFrom, train } from "croupier-dp/training";

// Two classes that no line separates: whether the first two of five coordinates have one sign.
const users = 5000;
const values = new Float64Array(5 * (users + 500));
fillNormals(seededSource("made-up data"), values, 1);
const labels = Array.from({ length: values.length / 5 }, (_, i) =>
  Number(values[5 * i] * values[5 * i + 1] > 0),
);
const part = (from, to) =>
  examplesFrom(values.slice(5 * from, 5 * to), labels.slice(from, to), { classes: 2 });

const delta = 1e-6;
const { state, event } = await train({
  model: {
    input: { height: 1, width: 1, channels: 5 },
    layers: [
      { kind: "dense", units: 12 },
      { kind: "activation", rule: "relu" },
      { kind: "dense", units: 2 },
    ],
  },
  data: { train: part(0, users), test: part(users, users + 500) },
  protocol: { kind: "cldp", randomizer: "priv-unit", localEpsilon: 4, sampled: 2500, clipBound: 1 },
  privacy: { adjacency: "replace-one", delta },
  rounds: 80,
  learningRate: 1,
  onEvaluation: ({ round, history }) => console.log(`Round ${round}: loss ${history.at(-1).loss.toFixed(3)}`),
});

console.log(`Accuracy: ${(100 * state.history.at(-1).accuracy).toFixed(0)} % of 500 others`);
console.log(describeGuarantee(budgetGuarantee(guarantees(event, { adjacency: "replace-one", delta }))));
console.log("One report by itself: epsilon <= 4, delta = 0.");
