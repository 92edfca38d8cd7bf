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
