import { describe, expect, it } from "vitest";
import type { Assumption, MechanismEvent } from "../privacy/index.js";
import { guarantees } from "./guarantees.js";

const EPSILON = 1;
const report: MechanismEvent = { kind: "local", epsilon: EPSILON };
const gaussian: MechanismEvent = { kind: "gaussian", noiseMultiplier: 2 };

function upperFigures(event: MechanismEvent, adjacency: "replace-one" | "zero-out" | "add-or-remove") {
  const report = guarantees(event, { adjacency, delta: 1e-5 });
  return report.guarantees.filter(({ side }) => side === "upper");
}

describe("a figure that takes credit for a server or a shuffler names it", () => {
  it.each(["replace-one", "zero-out", "add-or-remove"] as const)("Poisson sampling under %s", (adjacency) => {
    const figures = upperFigures({ kind: "poissonSample", rate: 0.05, of: gaussian }, adjacency);
    expect(figures.length).toBeGreaterThan(0);
    for (const { method, assumptions } of figures) expect(assumptions, method).toContain("honest-aggregator");
  });

  it.each<[string, MechanismEvent]>([
    ["a shuffle", { kind: "shuffle", users: 2000, of: report }],
    ["a subsampled shuffle", { kind: "subsampledShuffle", users: 2000, sampled: 300, of: report }],
    ["a check-in shuffle", { kind: "checkInShuffle", users: 2000, checkInRate: 0.15, of: report }],
  ])("%s", { tags: ["slow"] }, (_what, event) => {
    const figures = upperFigures(event, "replace-one");
    const better = figures.filter(({ epsilon }) => epsilon.upper < 0.9 * EPSILON);
    expect(better.length).toBeGreaterThan(3);
    const wanted: Assumption = "honest-shuffler";
    for (const { method, assumptions } of better) expect(assumptions, method).toContain(wanted);
  });
});
