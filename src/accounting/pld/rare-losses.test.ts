import { expect, it } from "vitest";
import { discretePrivacyLoss, laplacePrivacyLoss } from "./index.js";

it("finds epsilon between losses where delta is a rare one's mass to the last digit", () => {
  const rare = 1e-3;
  const loss = discretePrivacyLoss({
    massP: [0.1, rare, 0.899],
    massQ: [0.1 * Math.exp(-1), rare * Math.exp(-45), 0.9632120558828557],
  });
  const { lower, upper } = loss.epsilonAtDelta(rare * Math.exp(2e-10));
  expect(lower).toBeLessThanOrEqual(1);
  expect(upper).toBeGreaterThan(1 - 1e-9);
});

it.each([1e-312, 5e-324])("knows losses whose quotient of masses is no normal double: %d", (rare) => {
  const loss = discretePrivacyLoss({ massP: [rare, 1], massQ: [0.9, 1 - 0.9] });
  const { lower, upper } = loss.deltaAtEpsilon(3);
  expect(lower).toBeLessThanOrEqual(0.9);
  expect(upper).toBeGreaterThanOrEqual(0.9);
  const half = Math.log(0.9 - 0.5) - Math.log(rare); // the other direction: 0.9 - e^epsilon rare = 0.5
  const epsilon = loss.epsilonAtDelta(0.5);
  expect(epsilon.lower).toBeLessThanOrEqual(half * (1 + 1e-12));
  expect(epsilon.upper).toBeGreaterThanOrEqual(half * (1 - 1e-12));
});

it.each([0.01, 0.002, 0.0014, 0.001])("encloses one release of Laplace noise of scale %d", (laplaceScale) => {
  const { lower, upper } = laplacePrivacyLoss({ laplaceScale }).deltaAtEpsilon(1 / laplaceScale - 2);
  const exact = -Math.expm1(-1); // 1 - e^((epsilon - 1 / scale) / 2)
  expect(lower).toBeLessThanOrEqual(exact);
  expect(upper).toBeGreaterThanOrEqual(exact);
});
