import { expect, test } from "vitest";
import vectors from "../../test/vectors/composition/binomial-mass.json" with { type: "json" };
import { logBinomialMass } from "./log-binomial-mass.js";

test.each(vectors.cases)("log mass of $params", ({ params, value }) => {
  const { trials, successes, probability } = params;
  const mass = logBinomialMass(successes, trials, { probability, complement: 1 - probability });
  expect(Math.abs(mass - Number(value))).toBeLessThan(1e-15 * (10 + Math.abs(Number(value))) * 4);
});

test.each([1, 2, 15, 16, 17, 40, 300])("the masses of %i trials sum to 1", (trials) => {
  const law = { probability: 0.23, complement: 0.77 };
  let total = 0;
  for (let k = 0; k <= trials; k++) total += Math.exp(logBinomialMass(k, trials, law));
  expect(total).toBeCloseTo(1, 13);
});

test("no trials have one outcome, at whatever probability", () => {
  for (const probability of [0, 0.3, 1]) {
    expect(logBinomialMass(0, 0, { probability, complement: 1 - probability })).toBe(0);
  }
});
