import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { budgetGuarantee, guarantees, randomizedResponse, shuffle } from "../../src/accounting/index.js";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "examples");
const NAMES = readdirSync(FOLDER).filter((name) => /\.(mjs|js|ts)$/.test(name));

/** The share of examples put into their class, by the last line that says one. */
function accuracy(stdout: string): number {
  return Number([...stdout.matchAll(/([\d.]+) %/g)].at(-1)![1]) / 100;
}

function epsilon(stdout: string): number {
  return Number(/epsilon <= ([\d.]+)/.exec(stdout)![1]);
}

/**
 * What matters of an example's output, besides its privacy statement. Runs draw from the platform's
 * randomness.
 */
const CHECKS: Readonly<Record<string, (stdout: string) => void>> = {
  // Nothing that is printed may be smaller than what was found.
  "histogram.mjs": (stdout) => {
    const event = shuffle({ users: 20_000, of: randomizedResponse({ epsilon: 3, categories: 3 }) });
    const best = budgetGuarantee(guarantees(event, { adjacency: "replace-one", delta: 1e-6 }));
    expect(epsilon(stdout)).toBeGreaterThanOrEqual(best.epsilon.upper);
    expect(epsilon(stdout)).toBeLessThan(1.001 * best.epsilon.upper);
    expect(stdout.match(/%/g)).toHaveLength(9);
  },
  // 100 others; the formula's best line makes no mistake, and without noise 97 % are right. 2 is the target.
  "logistic-regression.mjs": (stdout) => {
    expect(accuracy(stdout)).toBeGreaterThan(0.7);
    expect(epsilon(stdout)).toBeLessThanOrEqual(2);
    expect(epsilon(stdout)).toBeGreaterThan(1.99);
    expect(stdout).toContain('200 rounds of {"kind":"poissonSample","rate":0.1');
  },
  // Chance is 50 %, which no linear model exceeds.
  "mlp.mjs": (stdout) => {
    expect(accuracy(stdout)).toBeGreaterThan(0.75);
    expect(epsilon(stdout)).toBeCloseTo(3.894, 2);
  },
  // Chance is 50 %; without noise all are right.
  "own-transformer.mjs": (stdout) => {
    expect(accuracy(stdout)).toBeGreaterThan(0.9);
    expect(epsilon(stdout)).toBeLessThanOrEqual(3);
    expect(epsilon(stdout)).toBeGreaterThan(2.99);
    expect(stdout).toMatch(/Record 3001: class [01]\n$/);
  },
  "mnist-cnn.mjs": (stdout) => {
    expect(accuracy(stdout)).toBeGreaterThan(0.7);
    expect(stdout).toContain("epsilon <= 0.3718 at delta = 1e-5, zero-out (pld; Feldman and Shenfeld 2025)");
  },
};

describe("examples", () => {
  it("has those that are checked", () => {
    expect(NAMES).toEqual(expect.arrayContaining(Object.keys(CHECKS)));
  });

  it.each(NAMES)("%s: at most 40 lines, runs, and prints its privacy statement", (name) => {
    const path = join(FOLDER, name);
    expect(readFileSync(path, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    const { status, stdout, stderr } = spawnSync(process.execPath, [path], { cwd: ROOT, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toMatch(/epsilon <= \d/);
    expect(stdout).toMatch(/delta = \d/);
    expect(stdout).toMatch(/replace-one|zero-out|add-or-remove/);
    expect(stdout.toLowerCase()).toContain("proven");
    expect(stdout).toMatch(/assumes/i);
    CHECKS[name]?.(stdout);
  });
});
