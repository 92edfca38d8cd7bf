import { describe, expect, it } from "vitest";
import { sgd } from "../optimizers/sgd.js";
import { updateWeights } from "./update-weights.js";

const FROM = {
  weights: new Float32Array([1, -2]),
  memory: [new Float32Array([0.5, 4])],
  average: new Float32Array([10, 20]),
};
const GRADIENT = new Float64Array([2, -3]);
const PLAIN = {
  optimizer: sgd({ momentum: 0 }),
  learningRate: 0.25,
  weightDecay: 0,
  averageDecay: 0,
  stepFactors: [{ end: 2, factor: 1 }],
};
const HEAVY = sgd({ momentum: 0.5 });

describe("updateWeights", () => {
  it("is plain SGD by default", () => {
    const { weights, memory, average } = updateWeights(FROM, GRADIENT, PLAIN, 3);
    expect([...weights]).toEqual([0.5, -1.25]);
    expect(memory).toEqual([new Float32Array([2, -3])]);
    expect(average).toEqual(weights);
  });

  it("steps along the optimizer's direction and keeps its memory", () => {
    const { weights, memory } = updateWeights(FROM, GRADIENT, { ...PLAIN, optimizer: HEAVY }, 3);
    expect(memory).toEqual([new Float32Array([2.25, -1])]);
    expect([...weights]).toEqual([0.4375, -1.75]);
  });

  it("scales every weight's step by its factor, and nothing else", () => {
    const rule = {
      ...PLAIN,
      optimizer: HEAVY,
      weightDecay: 0.5,
      stepFactors: [
        { end: 1, factor: 2 },
        { end: 2, factor: 0.5 },
      ],
    };
    const { weights, memory } = updateWeights(FROM, GRADIENT, rule, 3);
    expect(memory).toEqual([new Float32Array([2.25, -1])]);
    expect([...weights]).toEqual([-0.25, -1.625]);
  });

  it("pulls weights to zero by the decay, apart from the optimizer", () => {
    const { weights, memory } = updateWeights(FROM, GRADIENT, { ...PLAIN, weightDecay: 0.5 }, 3);
    expect([...weights]).toEqual([0.375, -1]);
    expect(memory).toEqual([new Float32Array([2, -3])]);
  });

  it.each([
    [0, 0.1],
    [8, 0.5],
    [10_000, 0.75],
  ])("averages with decay min(averageDecay, (1 + round) / (10 + round)): round %d, %d", (round, decay) => {
    const { weights, average } = updateWeights(FROM, GRADIENT, { ...PLAIN, averageDecay: 0.75 }, round);
    expect(average[0]).toBeCloseTo(decay * 10 + (1 - decay) * weights[0]!, 5);
    expect(average[1]).toBeCloseTo(decay * 20 + (1 - decay) * weights[1]!, 5);
  });

  it("leaves what it was given as it was", () => {
    updateWeights(FROM, GRADIENT, { ...PLAIN, optimizer: HEAVY }, 3);
    expect([...FROM.weights]).toEqual([1, -2]);
    expect([...FROM.memory[0]!]).toEqual([0.5, 4]);
  });

  it("projects onto the ball of a diameter, where the step left it", () => {
    const inside = updateWeights(FROM, GRADIENT, { ...PLAIN, projectionDiameter: 100 }, 3);
    expect(inside.weights).toEqual(updateWeights(FROM, GRADIENT, PLAIN, 3).weights);
    const { weights } = updateWeights(FROM, GRADIENT, { ...PLAIN, projectionDiameter: 0.5 }, 3);
    expect(Math.hypot(...weights)).toBeCloseTo(0.25, 6);
    expect(weights[1]! / weights[0]!).toBeCloseTo(inside.weights[1]! / inside.weights[0]!, 5);
  });
});
