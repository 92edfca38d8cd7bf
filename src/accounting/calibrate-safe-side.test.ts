import { describe, expect, it } from "vitest";
import type { Guarantee, MechanismEvent, Method } from "../privacy/index.js";
import { calibrate, calibrationQueries } from "./calibrate.js";
import { guarantees } from "./guarantees.js";

const round = (noiseMultiplier: number): MechanismEvent => ({
  kind: "repeat",
  times: 30,
  of: { kind: "poissonSample", rate: 0.03, of: { kind: "gaussian", noiseMultiplier } },
});

it.each<[Method | undefined, number]>([
  ["pld-poisson", 0.5],
  ["rdp-poisson", 0.5],
  ["strong-composition", 2],
  [undefined, 0.5],
])("the upper end of %s is within the target, and less noise exceeds it", (method, targetEpsilon) => {
  const query = { adjacency: "add-or-remove", delta: 1e-5, ...(method && { method }) } as const;
  const { value, guarantee } = calibrate(round, { ...query, targetEpsilon });
  const upperAt = (noiseMultiplier: number): number =>
    Math.min(
      ...guarantees(round(noiseMultiplier), query)
        .guarantees.filter(({ side, status }) => side === "upper" && status === "proven")
        .map(({ epsilon }) => epsilon.upper),
    );
  expect(guarantee.epsilon.upper).toBeLessThanOrEqual(targetEpsilon);
  expect(upperAt(value)).toBeLessThanOrEqual(targetEpsilon);
  expect(upperAt(value * 0.9999)).toBeGreaterThan(targetEpsilon);
});

it("comes within 1e-4 of the target where the figure is an upper bound alone", () => {
  const shuffled = (noiseMultiplier: number): MechanismEvent => ({
    kind: "shuffle",
    users: 5000,
    of: { kind: "gaussian", noiseMultiplier },
  });
  const query = { adjacency: "replace-one", delta: 1e-6, targetEpsilon: 0.2 } as const;
  const { epsilon } = calibrate(shuffled, { ...query, method: "clones-2023-pld" }).guarantee;
  expect(epsilon.lower).toBe(0);
  expect(epsilon.upper).toBeLessThanOrEqual(0.2);
  expect(epsilon.upper).toBeGreaterThan(0.2 * (1 - 1e-4));
});

it("refuses a local epsilon that is taken for noise, as epsilon falls to nothing with it", {
  tags: ["slow"],
}, () => {
  const rise = (epsilon: number): MechanismEvent => ({
    kind: "shuffle",
    users: 10_000,
    of: { kind: "local", epsilon },
  });
  expect(() => calibrate(rise, { adjacency: "replace-one", delta: 1e-3, targetEpsilon: 1 })).toThrow(
    /epsilon must fall as the noise rises/,
  );
});

it.each([
  [0.001, 1e-4],
  [1.6, 1e-2],
  [3.2, 1e-2],
  [5000, 1e-3],
])(
  "a guess of %d and a precision of %d only save work: the target is met, and nearly",
  { tags: ["slow"] },
  (guess, precision) => {
    const query = { adjacency: "add-or-remove", delta: 1e-5, targetEpsilon: 0.5 } as const;
    const found = calibrate(round, { ...query, guess, precision });
    const exact = calibrate(round, query);
    expect(found.guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(found.value / exact.value).toBeGreaterThan(1 - 2e-6);
    expect(found.value / exact.value).toBeLessThan(1 + 1.1 * precision);
    if (guess === 1.6) expect(found.evaluations).toBeLessThan(exact.evaluations);
  },
);

it.each([{ guess: 0 }, { guess: Number.NaN }, { precision: 0 }, { precision: 1 }])("refuses %o", (bad) => {
  const query = { adjacency: "add-or-remove", delta: 1e-5, targetEpsilon: 0.5 } as const;
  expect(() => calibrate(round, { ...query, ...bad })).toThrow(
    expect.objectContaining({ code: "OUT_OF_RANGE" }),
  );
});

describe("evaluations", () => {
  /** Answers a search as if by one method, whose ends are so far apart, and counts. */
  function solve(
    epsilonAt: (noise: number) => number,
    apart: number,
  ): { readonly value: number; readonly evaluations: number } {
    const target = { adjacency: "replace-one", delta: 1e-5, targetEpsilon: 1, method: "unshuffled" } as const;
    const queries = calibrationQueries(target);
    let step = queries.next();
    while (!step.done) {
      const upper = epsilonAt(step.value.value);
      const epsilon = { lower: upper / (1 + apart), estimate: upper, upper };
      const claim = { side: "upper", status: "proven", method: "unshuffled", epsilon } as Guarantee;
      step = queries.next({ guarantees: [claim], notApplicable: [] });
    }
    return step.value;
  }

  it.each<[string, (noise: number) => number, number]>([
    ["one over the noise", (noise) => 7 / noise, 7],
    ["of small noise", (noise) => Math.expm1(0.2 / noise), 0.2 / Math.log(2)],
    ["curved", (noise) => 3 / noise + 2 / noise ** 2, (3 + Math.sqrt(17)) / 2],
  ])("are few where the figure is smooth: %s", (_, epsilonAt, root) => {
    const { value, evaluations } = solve(epsilonAt, 1e-9);
    expect(evaluations).toBeLessThanOrEqual(8);
    expect(epsilonAt(value)).toBeLessThanOrEqual(1);
    expect(value / root).toBeLessThan(1 + 1e-6);
  });

  it("end where the figure's own ends tell no more", () => {
    const wavy = (noise: number): number => (5 / noise) * (1 + 0.003 * Math.sin(300 * noise));
    const [rough, sharp] = [solve(wavy, 0.1), solve(wavy, 1e-12)];
    expect(rough.evaluations).toBeLessThan(sharp.evaluations);
    expect(rough.value / sharp.value).toBeLessThan(1 + 0.1 / 32);
  });

  it.each<[string, (noise: number) => number, number]>([
    ["is jagged", (noise) => (5 / noise) * (1 + 0.02 * Math.sin(4e4 * noise)), 5.1],
    ["falls at once", (noise) => (noise < 2.9 ? 3 : 0.3) + 1 / noise, 2.9],
    ["falls early", (noise) => (noise < 0.013 ? 3 : 0.3) + 0.001 / noise, 0.013],
  ])(
    "are few where epsilon %s, and the target is met half a percent from the last jump",
    (_, epsilonAt, last) => {
      const { value, evaluations } = solve(epsilonAt, 1e-12);
      expect(evaluations).toBeLessThanOrEqual(16);
      expect(epsilonAt(value)).toBeLessThanOrEqual(1);
      expect(value).toBeLessThan(last * 1.005);
    },
  );
});

describe("a coarse precision", () => {
  const query = { adjacency: "add-or-remove", delta: 1e-5, targetEpsilon: 0.5 } as const;

  it.each<[string, (value: number) => number]>([
    ["as steeply as usual", (value) => 1.6147 * value],
    ["slowly", (value) => 1.6147 * value ** 0.05],
  ])("takes no more evaluations than a fine one where epsilon falls %s", { tags: ["slow"] }, (_, noiseOf) => {
    const [coarse, fine] = [0.1, 1e-6].map((precision) =>
      calibrate((value) => round(noiseOf(value)), { ...query, precision }),
    );
    expect(coarse!.evaluations).toBeLessThanOrEqual(fine!.evaluations);
    expect(coarse!.guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(coarse!.guarantee.epsilon.upper).toBeGreaterThan(0.5 * Math.exp(-0.1));
  });

  it.each([0.7e-3, 0.9e-3, 0.96e-3])("meets the target at the end of the range: %f", (least) => {
    const { guarantee, value } = calibrate((each) => round((1.6147069 * each) / least), {
      ...query,
      precision: 0.1,
    });
    expect(guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(value).toBeLessThan(1.2e-3);
  });
});

it("solves by the method that is best near the answer, and not by the quick ones first", {
  tags: ["slow", "long"],
}, () => {
  const noisy = (noiseMultiplier: number): MechanismEvent => ({
    kind: "repeat",
    times: 51,
    of: {
      kind: "checkInShuffle",
      users: 400,
      checkInRate: 0.5,
      of: { kind: "gaussian", noiseMultiplier },
    },
  });
  const target = { adjacency: "zero-out", delta: 1e-6, targetEpsilon: 1.2 } as const;
  const queries = calibrationQueries(target);
  const asked: (string | undefined)[] = [];
  let step = queries.next();
  while (!step.done) {
    const { value, options } = step.value;
    asked.push(options.method ?? (options.quick ? "quick" : "all"));
    step = queries.next(guarantees(noisy(value), options));
  }
  expect(step.value.guarantee.method).toBe("transposition-pld");
  expect(asked.filter((method) => method === "clones-2023-pld")).toEqual([]);
  expect(asked.at(-1)).toBe("all");
  expect(step.value.evaluations).toBeLessThanOrEqual(16);
});
