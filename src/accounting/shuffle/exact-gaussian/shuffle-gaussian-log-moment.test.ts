import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DpError } from "../../../errors.js";
import { shuffleGaussianLogMoment } from "../../pld.js";
import { gaussianRatio } from "../../rdp/gaussian-ratio.js";
import { meanOf } from "../../rdp/mean-ratio.js";
import { reverseLogMoment } from "../../rdp/reverse-log-moment.js";

interface Case {
  readonly name?: string;
  readonly kind?: string;
  readonly params: { readonly users: number; readonly noiseMultiplier: number; readonly order: number };
  readonly value: string;
}

const read = (path: string) =>
  (
    JSON.parse(readFileSync(new URL(`../../../../test/vectors/${path}`, import.meta.url), "utf8")) as {
      cases: Case[];
    }
  ).cases;

function expectEnclosed(params: Case["params"], exact: number, relative = 1e-12): void {
  const { lower, estimate, upper } = shuffleGaussianLogMoment(params);
  const slack = relative * Math.abs(exact);
  expect(lower).toBeLessThanOrEqual(exact + slack);
  expect(upper).toBeGreaterThanOrEqual(exact - slack);
  expect(lower <= estimate && estimate <= upper).toBe(true);
  expect((upper - lower) / Math.abs(exact)).toBeLessThan(1.1e-3);
}

describe("log moments of the mean of lognormals", () => {
  const integer = read("reference/reference.json").filter(
    ({ name, params }) => name === "shuffleGaussianRdp" && params.order / params.noiseMultiplier < 20,
  );
  it.each(integer)(
    "enclose the power of a power series, 60 digits: $params",
    { tags: ["slow"] },
    ({ params, value }) => {
      expectEnclosed(params, Number(value) * (params.order - 1));
    },
  );

  it.each(read("pld/log-moments.json"))(
    "enclose quadrature, one and two reports: $params",
    ({ params, value }) => {
      expectEnclosed(params, Number(value));
    },
  );

  const reverse = read("rdp/reverse.json").filter(({ kind }) => kind === "shuffle");
  it.each(reverse)("enclose the reverse divergence's moment: $params", ({ params, value }) => {
    expectEnclosed({ ...params, order: 1 - params.order }, Number(value));
  });

  it.each([2, 7])(
    "enclose what the Laplace transform gives with many users, order %i",
    { tags: ["slow"] },
    (order) => {
      const [users, noiseMultiplier] = [1000, 1.2];
      const exact = reverseLogMoment(meanOf(gaussianRatio(noiseMultiplier), users))(order);
      expectEnclosed({ users, noiseMultiplier, order: 1 - order }, exact, 1e-9);
    },
  );

  it("are zero at orders 0 and 1, and negative between", () => {
    const at = (order: number) => shuffleGaussianLogMoment({ users: 7, noiseMultiplier: 1.5, order });
    expect(at(0)).toEqual({ lower: 0, estimate: 0, upper: 0 });
    expect(at(1).upper).toBe(0);
    expect(at(0.4).upper).toBeLessThan(0);
  });

  it.each([
    [20, 2, 64],
    [2, 2, 64],
    [1000, 2, 70],
    [3, 4, 150],
    [100, 0.86, 25],
    [5, 1e-3, 3],
  ])(
    "are bounded where masses leave the doubles: %i users, noise %d, order %i",
    (users, noiseMultiplier, order) => {
      const { logMoment } = meanOf(gaussianRatio(noiseMultiplier), users);
      expectEnclosed({ users, noiseMultiplier, order }, logMoment(order));
      const { lower, upper } = shuffleGaussianLogMoment({ users, noiseMultiplier, order: order + 0.5 });
      expect(lower).toBeGreaterThan(logMoment(order));
      expect(upper).toBeGreaterThan(lower);
      expect(upper).toBeLessThan((logMoment(order) + logMoment(order + 1)) / 2 + 1e-6 * upper);
      expect(upper - lower).toBeLessThan(0.1 * upper);
    },
  );

  it("are bounded in reverse, too, where copies far out count", () => {
    for (const [users, noiseMultiplier, order] of [
      [2, 2, -63],
      [1, 1, -99],
      [7, 0.3, -20],
    ] as const) {
      const { lower, upper } = shuffleGaussianLogMoment({ users, noiseMultiplier, order });
      const farOut = order ** 2 / (2 * users * noiseMultiplier ** 2);
      const reverse = reverseLogMoment(meanOf(gaussianRatio(noiseMultiplier), users))(1 - order);
      expect(lower).toBeGreaterThan(farOut * (1 - 1e-8));
      expect(upper).toBeGreaterThan(reverse * (1 - 1e-8));
      expect(upper).toBeLessThan(1.4 * lower);
    }
  });

  it("are cancelled where bounds stand in, too", () => {
    const far = { users: 20, noiseMultiplier: 2, order: 64 };
    const cancelled = () => shuffleGaussianLogMoment(far, { signal: AbortSignal.abort() });
    expect(cancelled).toThrow(expect.objectContaining({ code: "CANCELLED" }));
  });

  it("refuse a width that cannot be had", { tags: ["slow"] }, () => {
    const far = { users: 5, noiseMultiplier: 1e-3, order: 0.5 };
    const { lower, upper } = shuffleGaussianLogMoment(far);
    expect(Math.abs(upper)).toBe(0);
    expect(lower).toBeCloseTo(-0.125e6, 2);
    expect(() => shuffleGaussianLogMoment(far, { relativeWidth: 1e-3 })).toThrow(
      expect.objectContaining({ code: "NOT_CONVERGED" }),
    );
    expect(() => shuffleGaussianLogMoment({ ...far, order: Number.NaN })).toThrow(DpError);
  });
});
