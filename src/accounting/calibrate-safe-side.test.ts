import { expect, it } from "vitest";
import type { MechanismEvent, Method } from "../privacy/index.js";
import { calibrate } from "./calibrate.js";
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

it("refuses a local epsilon that is taken for noise, as epsilon falls to nothing with it", () => {
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
  [2.9, 1e-4],
  [3.2, 1e-2],
  [5000, 1e-3],
])(
  "a guess of %d and a precision of %d only save work: the target is met, and nearly",
  (guess, precision) => {
    const query = { adjacency: "add-or-remove", delta: 1e-5, targetEpsilon: 0.5 } as const;
    const found = calibrate(round, { ...query, guess, precision });
    const exact = calibrate(round, query);
    expect(found.guarantee.epsilon.upper).toBeLessThanOrEqual(0.5);
    expect(found.value / exact.value).toBeGreaterThan(1 - 2e-6);
    expect(found.value / exact.value).toBeLessThan(1 + 1.1 * precision);
    if (guess === 2.9) expect(found.evaluations).toBeLessThan(exact.evaluations);
  },
);

it.each([{ guess: 0 }, { guess: Number.NaN }, { precision: 0 }, { precision: 1 }])("refuses %o", (bad) => {
  const query = { adjacency: "add-or-remove", delta: 1e-5, targetEpsilon: 0.5 } as const;
  expect(() => calibrate(round, { ...query, ...bad })).toThrow(
    expect.objectContaining({ code: "OUT_OF_RANGE" }),
  );
});
