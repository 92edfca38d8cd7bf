import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "./_internal/run-cli.js";

const root = mkdtempSync(join(tmpdir(), "croupier-dummies-"));
afterAll(() => rmSync(root, { recursive: true }));

const survey = join(root, "survey.csv");
const rows = Array.from({ length: 2000 }, (_, user) => `${user % 4 ? "no" : "yes"},${18 + (user % 60)}`);
writeFileSync(survey, `smokes,age\n${rows.join("\n")}\n`);

const SMOKES = ["--column", "smokes", "--categories", "no,yes"];
const AGE = ["--column", "age", "--mean", "--lower", "18", "--upper", "100"];
const analyze = (...args: string[]) => runCli(["analyze", survey, ...args, "--delta", "1e-6"]);

describe("analyze with dummies", () => {
  it("answers a newcomer's line, and says first whom it trusts anew", async () => {
    const { status, stdout, stderr } = await analyze(...SMOKES, "--dummies", "--target-epsilon", "0.2");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toMatch(/^The shuffler must add the dummies: .* It sees the users' true answers;/);
    expect(words).toContain("about 58 dummies of each, with a constant sum (noise of scale 5.001");
    expect(words).toContain("Proven: epsilon <= 0.2 at delta = 1e-6, replace-one (dummies-pld;");
    expect(words).toContain("it holds against an analyzer who works with all of them");
    expect(words).toContain("before the shuffle: the true answer");
  });

  it("prints two columns under one guarantee as JSON, with intervals that hold", async () => {
    const target = ["--dummies", "--target-epsilon", "1", "--confidence", "0.999999", "--seed", "4"];
    const { status, stdout } = await analyze(...SMOKES, ...AGE, ...target, "--json");
    expect(status).toBe(0);
    const report = JSON.parse(stdout);
    const [smokes, age] = report.columns;
    expect(smokes.dummies).toMatchObject({ categories: 2, total: "constant" });
    expect(age.dummies).toMatchObject({ categories: age.levels, total: "random" });
    expect(report.event.of[0]).toEqual({
      kind: "dummyCounts",
      categories: 2,
      laplaceScale: smokes.dummies.laplaceScale,
      centre: smokes.dummies.centre,
      total: "constant",
      epsilon: 30,
    });
    const [best] = report.guarantees;
    expect(best).toMatchObject({
      method: "dummies-pld",
      status: "proven",
      assumptions: ["honest-shuffler-alone"],
    });
    expect(best.epsilon.upper).toBeLessThanOrEqual(1);
    expect(best.epsilon.upper).toBeGreaterThan(0.98);
    const [no] = smokes.frequencies;
    expect(no.lower).toBeLessThanOrEqual(1500);
    expect(no.upper).toBeGreaterThanOrEqual(1500);
    const truth = rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0) / rows.length;
    expect(age.mean.lower).toBeLessThanOrEqual(truth);
    expect(age.mean.upper).toBeGreaterThanOrEqual(truth);
    expect(report.warnings[1]).toContain("The shuffler must add the dummies");
  });

  it("draws a plot that names the dummies, of reports that are randomized besides", async () => {
    const plot = join(root, "plot.svg");
    const asked = ["--dummies", "--laplace-scale", "8", "--local-epsilon", "3", "--plot", plot];
    const { status, stdout } = await analyze(...SMOKES, ...asked);
    expect(status).toBe(0);
    expect(stdout.replace(/\s+/g, " ")).toContain("It sees reports of epsilon 3 each;");
    expect(readFileSync(plot, "utf8")).toContain("the shuffler adds dummies");
  });

  it.each([
    [["--dummies"], "--laplace-scale must be given with --dummies; or --target-epsilon"],
    [["--dummies", "--laplace-scale", "3", "--target-epsilon", "1"], "--laplace-scale must be given"],
    [["--laplace-scale", "3", "--local-epsilon", "1"], "--laplace-scale must be left out without --dummies"],
  ])("refuses %j", async (flags, words) => {
    const { status, stdout, stderr } = await analyze(...SMOKES, ...flags);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(words);
  });
});
