/** A histogram of randomized, shuffled answers. Run: node examples/histogram.mjs */
import { budgetGuarantee, guarantees } from "croupier-dp/accounting";
import {
  categoryRandomizer,
  describeCollection,
  encodeReports,
  estimateFrequencies,
  shuffleReports,
} from "croupier-dp/analytics";
import { describeGuarantee } from "croupier-dp/privacy";

// Public: what may be answered, and the epsilon of each answer. Never taken from the data.
const parameters = { localEpsilon: 3, categories: ["never", "sometimes", "daily"] };

// Each client holds one answer and sends one report.
const answers = Array.from(
  { length: 20_000 },
  (_, user) => parameters.categories[[0, 0, 0, 1, 2, 1][user % 6]],
);
const sent = answers.map((answer) => encodeReports([answer], categoryRandomizer(parameters))[0]);

// The shuffler sees who sent what, and lets out the reports without order or sender.
const shuffled = shuffleReports(sent);

// The analyzer sees the shuffled reports only.
const randomizer = categoryRandomizer(parameters);
const { frequencies, users } = estimateFrequencies(shuffled, randomizer, { simultaneous: true });
for (const { category, estimate, lower, upper } of frequencies) {
  const share = (count, round) => `${round((1000 * count) / users) / 10} %`;
  const interval = `${share(lower, Math.floor)} to ${share(upper, Math.ceil)}`;
  console.log(`${category.padEnd(10)} ${share(estimate, Math.round)} of users, ${interval}`);
}

// The privacy statement: what these reports spend in the shuffle model.
const event = describeCollection(randomizer, users);
const best = budgetGuarantee(guarantees(event, { adjacency: "replace-one", delta: 1e-6 }));
console.log(describeGuarantee(best));
console.log(`One report by itself: epsilon <= ${parameters.localEpsilon}, delta = 0.`);
