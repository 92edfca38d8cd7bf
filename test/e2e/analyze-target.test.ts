import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { designRandomizer } from "../../src/analytics/index.js";
import type { Guarantee } from "../../src/privacy/index.js";
import { runBuilt } from "./_internal/run-built.js";

const root = mkdtempSync(join(tmpdir(), "croupier-target-"));
afterAll(() => rmSync(root, { recursive: true }));

const NAMES = Array.from({ length: 60 }, (_, index) => `n${index}`);
const rows = Array.from(
  { length: 100 },
  (_, user) => `${NAMES[user % 4]},${20 + (user % 60)},${user % 3 ? "no" : "yes"}`,
);
const people = join(root, "people.csv");
writeFileSync(people, `name,age,smokes\n${rows.join("\n")}\n`);

const TARGET = ["--target-epsilon", "0.4", "--delta", "1e-5", "--seed", "5"];
const NAME = ["--column", "name", "--categories", NAMES.join(",")];
const AGE = ["--column", "age", "--mean", "--lower", "0", "--upper", "100"];
const SMOKES = ["--column", "smokes", "--categories", "no,yes"];
const analyze = (...args: string[]) => runBuilt(["analyze", people, ...args]);

async function reportOf(...args: string[]) {
  const { status, stdout } = await analyze(...args, ...TARGET, "--json");
  expect(status).toBe(0);
  const report = JSON.parse(stdout);
  const [best] = report.guarantees as readonly Guarantee[];
  expect(best).toMatchObject({ side: "upper", status: "proven", delta: 1e-5 });
  expect(best!.epsilon.upper).toBeLessThanOrEqual(0.4);
  expect(best!.epsilon.upper).toBeGreaterThan(0.39);
  return report;
}

const SETTING = { users: 100, adjacency: "replace-one", delta: 1e-5, targetEpsilon: 0.4 } as const;

describe("analyze with a target epsilon", () => {
  it("takes the largest local epsilon for categories, which is the design's", {
    tags: ["long"],
  }, async () => {
    const report = await reportOf(...NAME);
    const { best } = designRandomizer({ ...SETTING, task: { kind: "frequencies", categories: 60 } });
    expect(best.randomizer).toBe("randomizedResponse");
    expect(report.localEpsilon / best.parameters.localEpsilon!).toBeCloseTo(1, 3);
    expect(report.event).toEqual({
      kind: "shuffle",
      users: 100,
      of: { kind: "randomizedResponse", epsilon: report.localEpsilon, categories: 60 },
    });
    expect(report.frequencies).toHaveLength(60);
  });

  it("takes the design's levels for a mean", async () => {
    const report = await reportOf(...AGE);
    const task = { kind: "mean", lower: 0, upper: 100 } as const;
    const { best } = designRandomizer({ ...SETTING, task, among: ["randomizedResponse"] });
    expect(report.event).toEqual(best.event);
    expect(report.levels).toBe(best.parameters.levels);
  });

  it("shares the local epsilon that meets the target among several columns", async () => {
    const report = await reportOf(...SMOKES, ...AGE);
    expect(report.event.kind).toBe("sequence");
    const [smokes, age] = report.columns;
    expect(smokes.localEpsilon).toBe(age.localEpsilon);
    expect(report.localEpsilon).toBe(2 * age.localEpsilon);
  });

  it.each([
    [[...SMOKES, "--target-epsilon", "1", "--local-epsilon", "1"], "--local-epsilon must be given alone"],
    [SMOKES, "--local-epsilon must be given; or --target-epsilon"],
    [[...SMOKES, "--target-epsilon", "0"], "--target-epsilon must be"],
  ])("refuses %j", async (args, words) => {
    const { status, stderr, stdout } = await analyze(...args);
    expect(stderr).toContain(words);
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("publishes nothing under add-or-remove", async () => {
    const { status, stdout } = await analyze(...SMOKES, ...TARGET, "--adjacency", "add-or-remove");
    expect([status, stdout]).toEqual([3, ""]);
  });
});
