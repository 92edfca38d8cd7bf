/**
 * An accountant's questions: what does a year of weekly surveys spend, and how long does a budget last?
 *
 * Run: node examples/accountant.mjs
 */
import {
  budgetGuarantee,
  guarantees,
  openLedger,
  randomizedResponse,
  repeat,
  shuffle,
} from "croupier-dp/accounting";
import { describeGuarantee } from "croupier-dp/privacy";

// Every week 50,000 users answer a question with ten choices by randomized response, and their reports are
// shuffled.
const users = 50_000;
const week = shuffle({ users, of: randomizedResponse({ epsilon: 2, categories: 10 }) });
const query = { adjacency: "replace-one", delta: 1 / (10 * users) };

// All that is known about a year of them: the best proven upper bound, and who says so.
const year = guarantees(repeat({ times: 52, of: week }), query);
const best = budgetGuarantee(year);
console.log(`52 weeks. ${describeGuarantee(best)}`);
for (const other of year.guarantees.slice(1, 4)) {
  console.log(`Also, by ${other.method}: ${describeGuarantee(other).split(" (")[0]}.`);
}

// A ledger refuses the quarter that would exceed the budget; each is charged before its surveys.
const ledger = openLedger({ budget: { ...query, epsilon: 0.5, method: best.method } });
let weeks = 0;
try {
  for (;;) weeks = ledger.charge(repeat({ times: 13, of: week })).rounds;
} catch (error) {
  if (error.code !== "BUDGET_EXCEEDED") throw error;
  console.log(`A budget of epsilon 0.5 lasts ${weeks} weeks. The next quarter: ${error.message}.`);
}
