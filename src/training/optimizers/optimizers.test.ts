import { describe, expect, it } from "vitest";
import { adam } from "./adam.js";
import type { Optimizer } from "./optimizer.js";
import { sgd } from "./sgd.js";

const GRADIENTS = [
  [0.3, -2, 0],
  [-0.1, 5, 0],
  [0.25, -0.5, 1e-3],
  [4, 0.125, -2e-3],
  [-1, 1, 7],
];
const BETA_1 = 0.8;
const BETA_2 = 0.95;
const EPSILON = 1e-3;

/** The direction after the last of some gradients. */
function lastDirection(optimizer: Optimizer, gradients: readonly number[][]): number[] {
  let memory: readonly Float32Array[] = [];
  let direction: ArrayLike<number> = [];
  for (const [round, gradient] of gradients.entries()) {
    ({ direction, memory } = optimizer.step(Float64Array.from(gradient), memory, round));
  }
  return Array.from(direction);
}

/** Weighted mean of some values, the last weighing 1, the one before it `decay`, and so on. */
function decayingMean(values: readonly number[], decay: number): number {
  const weights = values.map((_, i) => decay ** (values.length - 1 - i));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.reduce((sum, value, i) => sum + weights[i]! * value, 0) / total;
}

describe("Adam", () => {
  const optimizer = adam({ adamBeta1: BETA_1, adamBeta2: BETA_2, adamEpsilon: EPSILON });

  it.each([1, 2, 3, 4, 5])("after %i rounds is the ratio of two decaying means, written out", (rounds) => {
    const some = GRADIENTS.slice(0, rounds);
    const direction = lastDirection(optimizer, some);
    for (const entry of [0, 1, 2]) {
      const values = some.map((gradient) => gradient[entry]!);
      const mean = decayingMean(values, BETA_1);
      const square = decayingMean(
        values.map((value) => value ** 2),
        BETA_2,
      );
      expect(direction[entry]).toBeCloseTo(mean / (Math.sqrt(square) + EPSILON), 5);
    }
  });

  it("steps by the sign of the first gradient, and stays where there never was one", () => {
    const [first, second, third] = lastDirection(optimizer, GRADIENTS.slice(0, 1));
    expect(first).toBeCloseTo(0.3 / 0.301, 6);
    expect(second).toBeCloseTo(-2 / 2.001, 6);
    expect(third).toBe(0);
  });
});

describe("SGD", () => {
  it("is the gradient itself without momentum, and a decaying sum with it", () => {
    expect(lastDirection(sgd({ momentum: 0 }), GRADIENTS)).toEqual([-1, 1, 7]);
    const direction = lastDirection(sgd({ momentum: 0.5 }), GRADIENTS);
    expect(direction[0]).toBeCloseTo(-1 + 4 / 2 + 0.25 / 4 - 0.1 / 8 + 0.3 / 16, 6);
  });
});
