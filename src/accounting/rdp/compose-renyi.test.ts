import { expect, it } from "vitest";
import { composeRenyi } from "./compose-renyi.js";
import { gaussianCurve } from "./gaussian-curve.js";
import { randomizedResponseCurve } from "./randomized-response-curve.js";
import type { RenyiAnalysis } from "./renyi-analysis.js";

const PROVEN: RenyiAnalysis = {
  curve: gaussianCurve(3),
  status: "proven",
  assumptions: ["honest-shuffler"],
  source: "one",
};
const CONDITIONAL: RenyiAnalysis = {
  curve: randomizedResponseCurve(0.7),
  status: "conditional",
  assumptions: ["homogeneous-cohort", "honest-shuffler"],
  source: "two",
  remark: "mind this",
};

it("adds every round's divergence as often as it runs, at every order", () => {
  const { curve } = composeRenyi([
    { round: PROVEN, times: 40 },
    { round: CONDITIONAL, times: 3 },
  ]);
  for (const order of [1.5, 2, 30]) {
    const sum = 40 * (order / 18) + 3 * CONDITIONAL.curve.at(order);
    expect(curve.at(order) / sum).toBeCloseTo(1, 14);
  }
  expect(composeRenyi([]).curve.at(5)).toBe(0);
});

it("rests on everything that its parts rest on, and is worth no more than the weakest", () => {
  for (const order of [
    [PROVEN, CONDITIONAL],
    [CONDITIONAL, PROVEN],
  ]) {
    const composed = composeRenyi(order.map((round) => ({ round, times: 2 })));
    expect(composed.status).toBe("conditional");
    expect([...composed.assumptions].sort()).toEqual(["homogeneous-cohort", "honest-shuffler"]);
    expect(composed.source.split("; ").sort()).toEqual(["one", "two"]);
    expect(composed.remark).toBe("mind this");
  }
});
