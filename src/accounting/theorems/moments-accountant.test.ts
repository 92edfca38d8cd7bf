import { describe, expect, test } from "vitest";
import { epsilonFromRenyi } from "../rdp/renyi-to-epsilon.js";
import { momentsAccountantEpsilon } from "./moments-accountant.js";
import { poissonGaussianRdp } from "./poisson-gaussian.js";

test("the figure that the MNIST tutorial of tensorflow-privacy prints: 3.01 at order 8.8", () => {
  const answer = momentsAccountantEpsilon({
    samplingRate: 256 / 60000,
    noiseMultiplier: 1.1,
    steps: 14062,
    delta: 1e-5,
  });
  expect(answer.epsilon.toFixed(2)).toBe("3.01");
  expect(answer.order).toBeCloseTo(8.8, 12);
});

test("LT23's setting: batch 60 of 60,000 with the summed local noise 0.86 sqrt(60)", () => {
  const setting = { samplingRate: 60 / 60000, noiseMultiplier: 0.86 * Math.sqrt(60), delta: 1e-5 };
  const at = (steps: number) => momentsAccountantEpsilon({ ...setting, steps }).epsilon;
  expect(at(1000)).toBeLessThan(at(10000));
  expect(at(10000)).toBeCloseTo(0.19288, 4); // computed here; the figure is drawn, not printed
});

test("is an upper bound of the current conversion at the same orders", () => {
  for (const [samplingRate, noiseMultiplier, steps] of [
    [0.01, 1.3, 500],
    [0.2, 6, 3000],
    [1e-4, 0.7, 20000],
  ] as const) {
    const { epsilon, order } = momentsAccountantEpsilon({
      samplingRate,
      noiseMultiplier,
      steps,
      delta: 1e-6,
    });
    const curve = {
      at: (lambda: number) => steps * poissonGaussianRdp({ samplingRate, noiseMultiplier, order: lambda }),
    };
    expect(epsilonFromRenyi(curve, 1e-6, { orders: [order] }).value).toBeLessThan(epsilon);
  }
});

describe("edges", () => {
  const setting = { samplingRate: 0.01, noiseMultiplier: 1, steps: 100, delta: 1e-5 };

  test("no steps spend nothing; a step costs at least the conversion at the largest order", () => {
    expect(momentsAccountantEpsilon({ ...setting, steps: 0 }).epsilon).toBe(0);
    const one = momentsAccountantEpsilon({ ...setting, noiseMultiplier: 100, steps: 1 });
    expect(one.order).toBe(63);
    expect(one.epsilon).toBeCloseTo(-Math.log(1e-5) / 62, 5);
  });

  test.each([{ samplingRate: 0 }, { noiseMultiplier: -1 }, { steps: 0.5 }, { delta: 1 }])(
    "refuses %s",
    (wrong) => {
      expect(() => momentsAccountantEpsilon({ ...setting, ...wrong })).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
    },
  );
});
