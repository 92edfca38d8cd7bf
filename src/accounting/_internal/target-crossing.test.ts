import { expect, it } from "vitest";
import type { Guarantee } from "../../privacy/index.js";
import { type Evaluate, type Search, solveFrom } from "./target-crossing.js";

/**
 * Noise and epsilon of 194 check-in rounds by hidden transposition: steep, then flat where the target comes
 * near, then steep again.
 */
const CURVE = [
  [1.345, 14.446],
  [1.635, 6.685],
  [1.846, 4.3385],
  [1.8955, 3.8463],
  [1.9069, 3.789],
  [1.957, 3.6142],
  [2.051, 3.3969],
  [2.533, 1.403],
] as const;
const TARGET = 3.7884;

function epsilonAt(noise: number): number {
  const found = CURVE.findIndex(([end]) => noise < end);
  const i = Math.max(1, found < 0 ? CURVE.length - 1 : found);
  const [[low, above], [high, below]] = [CURVE[i - 1]!, CURVE[i]!];
  return above * (below / above) ** (Math.log(noise / low) / Math.log(high / low));
}

/** The result of a search and how many events it had evaluated. */
function resultOf<Result>(search: Search<Result>): { readonly result: Result; readonly evaluations: number } {
  let step = search.next();
  for (let evaluations = 0; ; evaluations++) {
    if (step.done === true) return { result: step.value, evaluations };
    const upper = epsilonAt(step.value.value);
    const guarantee = { epsilon: { lower: 0, estimate: upper, upper } } as Guarantee;
    step = search.next({ guarantees: [guarantee], notApplicable: [] });
  }
}

const WITHIN = { searched: { min: 1e-3, max: 1e9 }, least: Math.log(1e-3), most: Math.log(1e9) };

const evaluate: Evaluate = function* (logValue) {
  const report = yield { value: Math.exp(logValue), options: { adjacency: "replace-one", delta: 1e-5 } };
  const guarantee = report.guarantees[0]!;
  return { logValue, guarantee, excess: Math.log(guarantee.epsilon.upper / TARGET), lead: 0 };
};

it("takes shorter steps where the target comes near, as epsilon may be far beyond it soon after", () => {
  const start = resultOf(evaluate(Math.log(2.533))).result;
  const { result, evaluations } = resultOf(
    solveFrom(start, evaluate, { ...WITHIN, from: 0, precision: 1e-6, distance: 0.192 }),
  );
  expect(evaluations).toBeLessThanOrEqual(7);
  expect(result.meets.excess).toBeLessThanOrEqual(0);
  expect(result.meets.excess).toBeGreaterThanOrEqual(-1e-4);
  expect(result.exceeds.excess).toBeGreaterThan(0);
});

it("comes within half a hundredth where an upper end does not fall smoothly, in few steps", () => {
  const bumpy: Evaluate = function* (logValue) {
    const point = yield* evaluate(logValue);
    const excess = -8 * logValue + 0.1 * Math.sin(150 * logValue) + 0.03 * Math.sin(1111 * logValue + 1);
    return { ...point, excess };
  };
  for (const from of [-0.9, -0.6, 0.1, 0.33, 0.8]) {
    const start = resultOf(bumpy(from)).result;
    const { result, evaluations } = resultOf(solveFrom(start, bumpy, { ...WITHIN, from, precision: 1e-6 }));
    const { exceeds, meets } = result;
    expect(evaluations).toBeLessThanOrEqual(8);
    expect(meets.excess).toBeLessThanOrEqual(0);
    expect(Math.min(-meets.excess, meets.logValue - exceeds.logValue)).toBeLessThanOrEqual(5e-3);
  }
});
