/**
 * `npm run cohorts [-- --cases N] [--seed S]`: simulates as many random cases of a few shuffled vectors among
 * dummies, in up to three dimensions, and compares them with the accountants' bounds. The exit status is 1
 * where one exceeds its bound with confidence.
 */
import { parseArgs } from "node:util";
import { seededSource } from "../../src/random/index.js";
import { checkHiddenCase } from "./check-hidden-case.js";
import { randomHiddenCase } from "./hidden-case.js";

/** The probability that some case seems to exceed its bound though none does. */
const FALSE_ALARM = 1e-6;
const PLAYS = 4000;

const { values } = parseArgs({
  options: { cases: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
const source = seededSource(seed);
const failure = FALSE_ALARM / (2 * cases);
let compared = 0;
let exceeded = 0;
let closest = 0;
for (let i = 1; i <= cases; i++) {
  const given = randomHiddenCase(source);
  const checked = checkHiddenCase(given, { plays: PLAYS, failure }, source);
  if (checked !== undefined) {
    compared += 1;
    closest = Math.max(closest, checked.mean / checked.bound);
    if (checked.lower > checked.bound) {
      exceeded += 1;
      console.log(JSON.stringify({ ...given, ...checked }));
    }
  }
  if (i % 500 === 0) console.error(`${i} of ${cases} cases`);
}
console.log(
  `seed ${seed}: ${compared} of ${cases} cases compared, ${exceeded} above their bound; the closest mean is ${closest.toFixed(4)} of it`,
);
process.exitCode = exceeded === 0 ? 0 : 1;
