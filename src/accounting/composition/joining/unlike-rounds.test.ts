import { describe, expect, it } from "vitest";
import { memoize } from "../../../numerics/memoize.js";
import { ADJACENCIES, type Adjacency, type MechanismEvent, type Method } from "../../../privacy/index.js";
import { budgetGuarantee } from "../../budget-guarantee.js";
import { calibrate } from "../../calibrate.js";
import { deltas } from "../../deltas.js";
import { guarantees } from "../../guarantees.js";
import { openLedger } from "../../ledger/open-ledger.js";

const sequence = (...of: MechanismEvent[]): MechanismEvent => ({ kind: "sequence", of });
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const dpSgd = (noiseToClip = 1.5): MechanismEvent =>
  repeat(1000, { kind: "poissonSample", rate: 0.01, of: { kind: "gaussian", noiseToClip } });
const local = (epsilon: number): MechanismEvent => ({ kind: "local", epsilon });
const allocation: MechanismEvent = {
  kind: "randomAllocation",
  steps: 20,
  of: { kind: "gaussian", noiseToClip: 4 },
};
const tinyShuffle: MechanismEvent = { kind: "shuffle", users: 1e7, of: local(0.001) };
const delta = 1e-5;

function best(event: MechanismEvent, adjacency: Adjacency, method?: Method): number {
  const report = guarantees(event, { adjacency, delta, ...(method && { method }) });
  return budgetGuarantee(report, method).epsilon.upper;
}

describe("DP-SGD and one local report", () => {
  it("cost hardly more than DP-SGD, where composition of (epsilon, delta) says 51.8", {
    tags: ["slow"],
  }, () => {
    expect(best(sequence(dpSgd(), local(0.5)), "zero-out")).toBeLessThan(1.39);
    expect(best(sequence(dpSgd(), local(0.5)), "zero-out")).toBeGreaterThan(1.385);
    expect(best(sequence(dpSgd(), local(0)), "zero-out")).toBeLessThan(0.919);
    expect(best(sequence(dpSgd(), local(0.5)), "replace-one")).toBeLessThan(2.686);
  });

  it("cost no less for a shuffle more", { tags: ["slow"] }, () => {
    for (const adjacency of ["zero-out", "replace-one"] as const) {
      const without = best(sequence(dpSgd(), local(0.5)), adjacency);
      const withOne = best(sequence(dpSgd(), local(0.5), tinyShuffle), adjacency);
      expect(withOne).toBeGreaterThan(without * 0.999);
      expect(withOne).toBeLessThan(without * 1.001 + 1e-5);
    }
  });

  it("need hardly more noise than DP-SGD", { tags: ["slow"] }, () => {
    const noiseFor = (targetEpsilon: number, ...others: MechanismEvent[]): number =>
      calibrate((noiseToClip) => sequence(dpSgd(noiseToClip), ...others), {
        adjacency: "zero-out",
        delta,
        targetEpsilon,
        precision: 1e-3,
      }).value;
    expect(noiseFor(1.387, local(0.5))).toBeLessThan(1.52);
  });

  it("are accepted by a ledger with a budget, under replace-one too", { tags: ["slow"] }, () => {
    const ledger = openLedger({ budget: { adjacency: "replace-one", delta, epsilon: 3.1 } });
    ledger.charge(dpSgd());
    expect(ledger.charge(allocation).guarantee!.epsilon.upper).toBeLessThan(3.1);
  });
});

describe("unlike rounds", () => {
  it.each(ADJACENCIES)("of a trusted server have a figure under %s", { tags: ["slow"] }, (adjacency) => {
    const parts = best(dpSgd(), adjacency) + best(allocation, adjacency);
    const both = best(sequence(dpSgd(), allocation), adjacency);
    expect(both).toBeLessThan(parts);
    expect(both).toBeGreaterThan(best(dpSgd(), adjacency));
  });

  const unlike = sequence(
    repeat(20, {
      kind: "shuffle",
      users: 1000,
      of: { kind: "randomizedResponse", epsilon: 1, categories: 4 },
    }),
    dpSgd(3),
    { kind: "shuffle", users: 2000, of: { kind: "local", epsilon: 2, delta: 1e-10 } },
    { kind: "laplaceScalar", noiseToWidth: 8 },
  );
  const bestOfUnlike = memoize((adjacency: Adjacency) => best(unlike, adjacency));

  it.each(["blanket", "clones-2023", "unshuffled", "rdp-poisson"] as const)(
    "are added to what %s covers, where it is asked for by name",
    { tags: ["slow"] },
    (method) => {
      const { guarantees: figures } = guarantees(unlike, { adjacency: "replace-one", delta, method });
      expect(figures[0]).toMatchObject({ method, status: "proven", side: "upper" });
      expect(figures[0]!.remark).toMatch(/^added up: /);
      expect(figures[0]!.source).toContain("basic composition (Dwork and Roth 2014, Theorem 3.16)");
      expect(figures[0]!.assumptions).toEqual(
        expect.arrayContaining(["honest-shuffler", "honest-aggregator"]),
      );
      expect(figures[0]!.epsilon.upper).toBeGreaterThan(bestOfUnlike("replace-one"));
    },
  );

  it("leave a method alone that covers none of them, or all", () => {
    const { guarantees: figures, notApplicable } = guarantees(unlike, {
      adjacency: "replace-one",
      delta,
      method: "yjx25-published",
    });
    expect(figures).toEqual([]);
    expect(notApplicable[0]!.reason).toMatch(/weightShuffle/);
    const alike = guarantees(dpSgd(), { adjacency: "zero-out", delta }).notApplicable;
    expect(alike.find(({ method }) => method === "basic-composition")!.reason).toMatch(/of one kind/);
  });

  it("have the delta that epsilon was asked at", { tags: ["slow", "long"] }, () => {
    const epsilon = bestOfUnlike("replace-one");
    const { guarantees: figures } = deltas(unlike, { adjacency: "replace-one", epsilon });
    const proven = figures.find(({ side, status }) => side === "upper" && status === "proven")!;
    expect(proven.delta.upper).toBeLessThan(1.05 * delta);
    expect(proven.delta.upper).toBeGreaterThan(0.5 * delta);
  });

  it("without any figure of one kind are told which kind it is", () => {
    const sampled: MechanismEvent = { kind: "poissonSample", rate: 0.1, of: local(1) };
    const { notApplicable } = guarantees(sequence(dpSgd(), sampled), { adjacency: "replace-one", delta });
    expect(notApplicable.find(({ method }) => method === "basic-composition")!.reason).toBe(
      "no method proves anything of Poisson sample (pure local (delta = 0))",
    );
  });

  it("have the lower end of those that it covers", () => {
    const sampled: MechanismEvent = { kind: "poissonSample", rate: 0.1, of: local(1) };
    const lower = guarantees(sequence(dpSgd(), sampled), {
      adjacency: "replace-one",
      delta,
      method: "cohort-lower",
    }).guarantees[0]!;
    const alone = guarantees(dpSgd(), { adjacency: "replace-one", delta, method: "cohort-lower" })
      .guarantees[0]!;
    expect(lower.epsilon).toEqual(alone.epsilon);
    expect(lower.remark).toMatch(/1 of 2 kinds of rounds/);
  });
});
