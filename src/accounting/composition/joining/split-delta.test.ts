import { describe, expect, it } from "vitest";
import type { Guarantee } from "../../../privacy/index.js";
import { gaussianEpsilon } from "../../theorems/gaussian.js";
import type { Part } from "./part.js";
import { splitDelta } from "./split-delta.js";

/** A part whose epsilon is a function of delta; undefined where it has none. */
function partOf(epsilonAt: (delta: number) => number | undefined): Part {
  return {
    words: "a part",
    epsilonAt: (delta) => {
      const upper = epsilonAt(delta);
      if (upper === undefined) return undefined;
      const epsilon = { lower: 0, estimate: upper, upper };
      return { delta, epsilon, side: "upper", status: "proven" } as Guarantee;
    },
    deltaAt: () => undefined,
  };
}

const gaussian = (noiseMultiplier: number): Part =>
  partOf((delta) => gaussianEpsilon({ noiseMultiplier, delta }));
const pure = (epsilon: number): Part => partOf(() => epsilon);

/** The least sum over a fine grid of splits of two parts. */
function leastOfTwo([one, other]: readonly [Part, Part], delta: number): number {
  let least = Infinity;
  for (let exponent = -30; exponent <= 30; exponent += 0.05) {
    const share = 1 / (1 + 2 ** exponent);
    const sum = [one.epsilonAt(share * delta), other.epsilonAt((1 - share) * delta)];
    if (sum.every((each) => each !== undefined)) {
      least = Math.min(least, sum[0]!.epsilon.upper + sum[1]!.epsilon.upper);
    }
  }
  return least;
}

describe("delta is split", () => {
  it.each([1e-12, 1e-5, 1e-2])("nearly as well as by a fine search, at delta %f", (delta) => {
    for (const parts of [
      [gaussian(1), gaussian(1)],
      [gaussian(0.3), gaussian(5)],
      [gaussian(20), gaussian(0.7)],
      [gaussian(2), pure(1)],
      [pure(0), gaussian(3)],
    ] as const) {
      const { total, figures } = splitDelta(parts, delta)!;
      const least = leastOfTwo(parts, delta);
      expect(total).toBeGreaterThanOrEqual(least * (1 - 1e-6));
      expect(total).toBeLessThan(least * 1.01);
      expect(figures.reduce((sum, each) => sum + each.delta, 0)).toBeLessThanOrEqual(delta);
    }
  });

  it.each([0.001, 0.05, 0.3])(
    "so that reports which fail get what they need, of delta %f, and not half",
    (failing) => {
      const delta = 1e-5;
      const mayFail = partOf((share) => (share > failing * delta ? 0.07 : undefined));
      for (const other of [gaussian(0.35), gaussian(3)]) {
        const { total } = splitDelta([other, mayFail], delta)!;
        expect(total).toBeLessThan(leastOfTwo([other, mayFail], delta) * 1.02);
      }
    },
  );

  it("in equal shares costs more where parts are unlike: nothing is gained by chance", () => {
    const [small, large] = [gaussian(50), gaussian(0.5)];
    const equal = [small, large].reduce((sum, part) => sum + part.epsilonAt(5e-6)!.epsilon.upper, 0);
    expect(splitDelta([small, large], 1e-5)!.total).toBeLessThan(equal * 0.99);
  });

  it("so that a part which needs a delta of its own gets it", () => {
    const needy = partOf((delta) => (delta >= 8e-6 ? 0.25 : undefined));
    const { total, figures } = splitDelta([gaussian(2), needy], 1e-5)!;
    expect(figures.map(({ delta }) => delta)[1]).toBeGreaterThanOrEqual(8e-6);
    expect(total).toBeCloseTo(0.25 + gaussianEpsilon({ noiseMultiplier: 2, delta: 1e-6 }), 6);
    expect(splitDelta([needy, needy], 1e-5)).toBeUndefined();
    expect(splitDelta([needy, partOf(() => undefined)], 1)).toBeUndefined();
  });

  it("to nothing that is lost: the sum of the epsilons is rounded up", () => {
    const { total } = splitDelta([pure(0.1), pure(0.2), pure(0.3)], 1e-5)!;
    expect(total).toBeGreaterThanOrEqual(0.6);
    expect(total).toBeLessThan(0.6 * (1 + 1e-11));
  });
});
