import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { designRandomizer } from "../../src/analytics/index.js";
import { runBuilt } from "./_internal/run-built.js";

const folder = mkdtempSync(join(tmpdir(), "croupier-design-"));
afterAll(() => rmSync(folder, { recursive: true }));

const MEAN = ["design", "mean", "--lower", "0", "--upper", "10", "--users", "100", "--delta", "1e-5"];
const SHARES = ["design", "frequencies", "--categories", "9", "--users", "100", "--delta", "1e-5"];

describe("croupier design", () => {
  it("prints as JSON what the library designs", async () => {
    const { status, stdout } = await runBuilt([
      ...SHARES,
      "--target-error",
      "0.1",
      "--rounds",
      "3",
      "--json",
    ]);
    expect(status).toBe(0);
    const options = {
      task: { kind: "frequencies", categories: 9 },
      users: 100,
      rounds: 3,
      adjacency: "replace-one",
      delta: 1e-5,
      targetError: 0.1,
    } as const;
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(JSON.stringify({ ...options, ...designRandomizer(options) })),
    );
  });

  it("takes the limits of vectors' traffic, and says what less trust leaves", async () => {
    const vector = ["design", "vector", "--dimension", "64", "--users", "200", "--delta", "1e-4"];
    const limits = ["--max-blocks", "2", "--max-dummies", "100", "--max-bytes", "256"];
    const asked = [...vector, ...limits, "--target-error", "1.5"];
    const { best, ...options } = JSON.parse((await runBuilt([...asked, "--json"])).stdout);
    expect(options).toMatchObject({ maxBlocks: 2, maxDummies: 100, maxBytes: 256 });
    expect(best.parameters).toMatchObject({ blocks: 2, dummies: 100 });
    const words = (await runBuilt(asked)).stdout.replace(/\s+/g, " ");
    expect(words).toContain("Gaussian noise, blocks and dummies, deviation");
    expect(words).toContain("a user sends 2 reports, 256 bytes in all; the shuffler adds 200 dummies");
    expect(words).toContain("nobody can tell which blocks come from one user");
    expect(words).toMatch(/Whoever the other users work with: epsilon <= [\d.]+ \(proven, dummies-pld\)/);
    expect(words).toMatch(/Against the shuffler too, .* epsilon <= [\d.]+ \(proven, /);
  });

  it("says the status of what it chose, and puts the trusted server last", async () => {
    const { stdout } = await runBuilt([...MEAN, "--target-epsilon", "1"]);
    expect(stdout).toMatch(
      /^K-ary response, local epsilon [\d.]+, \d+ levels: error [\d.]+, epsilon <= [\d.]+ at/,
    );
    expect(stdout.replace(/\s+/g, " ")).toContain("(replace-one, proven).");
    const rows = stdout.split("\n").filter((line) => /\bproven\b/.test(line) && / \[\d\]$/.test(line));
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)).toMatch(/^trusted/);
    const errors = rows.slice(0, -1).map((row) => Number(/ ([\d.]+) +[\d.]+ {2}proven/.exec(row)![1]));
    expect(errors).toEqual([...errors].sort((one, other) => one - other));
  });

  it("draws epsilon against error", { tags: ["long"] }, async () => {
    const file = join(folder, "design.svg");
    const { status } = await runBuilt([...MEAN, "--target-error", "1", "--plot", file]);
    expect(status).toBe(0);
    const svg = readFileSync(file, "utf8");
    for (const name of [
      "binary response",
      "k-ary response",
      "Laplace noise",
      "Gaussian noise",
      "trusted server",
    ])
      expect(svg).toContain(`${name} (proven)`);
  });

  it.each<[number, string, string[]]>([
    [2, "<task> must be given", ["design", "--users", "9", "--delta", "0.1"]],
    [
      2,
      "task must be one of frequencies, mean, vector",
      ["design", "median", "--users", "9", "--delta", "0.1"],
    ],
    [2, "--users must be given", ["design", "mean", "--delta", "0.1"]],
    [2, "--target-epsilon or --target-error must be given, one of them", MEAN],
    [2, "--target-epsilon or --target-error", [...MEAN, "--target-epsilon", "1", "--target-error", "1"]],
    [
      2,
      "--categories must be given",
      ["design", "frequencies", "--users", "9", "--delta", "0.1", "--target-error", "1"],
    ],
    [2, "--categories says nothing of mean", [...MEAN, "--target-error", "1", "--categories", "3"]],
    [
      2,
      "--upper must be",
      [
        "design",
        "mean",
        "--lower",
        "1",
        "--upper",
        "1",
        "--users",
        "9",
        "--delta",
        "0.1",
        "--target-error",
        "1",
      ],
    ],
    [2, "--sampled must be", [...MEAN, "--target-error", "1", "--sampled", "101"]],
    [
      2,
      "--dimension must be",
      ["design", "vector", "--dimension", "0", "--users", "9", "--delta", "0.1", "--target-error", "1"],
    ],
    [3, "--adjacency add-or-remove", [...MEAN, "--target-error", "1", "--adjacency", "add-or-remove"]],
    [3, "no randomizer reaches the target", [...MEAN, "--target-error", "1e-30"]],
  ])("ends with %d: %s", async (status, words, args) => {
    const plot = join(folder, "never.svg");
    const run = await runBuilt([...args, ...(args.length > 5 ? ["--plot", plot] : [])]);
    expect(run.stderr).toContain(words);
    expect(run.stderr.trim().split("\n")).toHaveLength(1);
    expect(run.stdout).toBe("");
    expect(run.status).toBe(status);
    expect(existsSync(plot)).toBe(false);
  });
});
