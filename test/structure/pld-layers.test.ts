import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** The stages of the PLD engine: a file imports only from its own folder and from stages above it in this list. */
const STAGES = [
  "progress-callback",
  "pmf",
  "dominating-pair",
  "discretize",
  "mean-of-ratios",
  "compose",
  "pairs",
  "refinement",
  "certify",
  "privacy-loss-distribution",
];

const PLD = resolve(import.meta.dirname, "../../src/accounting/pld");
const sources = readdirSync(PLD, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
);
const textOf = (path: string) => readFileSync(join(PLD, path), "utf8");

/** Files of this engine that a file imports, types included. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/from "(\.[^"]+)\.js"/g)]
    .map((match) => relative(PLD, resolve(PLD, dirname(path), `${match[1]}.ts`)))
    .filter((target) => !target.startsWith(".."));
}

/** The builders come last. */
function stageOf(path: string): number {
  const stage = STAGES.indexOf(path.split("/")[0]!.replace(/\.ts$/, ""));
  return stage < 0 ? STAGES.length : stage;
}

function hasCircle(path: string, trail: readonly string[] = []): boolean {
  if (trail.includes(path)) return true;
  return importsOf(path, textOf(path)).some((target) => hasCircle(target, [...trail, path]));
}

describe("the PLD engine", () => {
  it.each(sources)("%s imports only from its stage and stages above it, without a circle", (path) => {
    const below = importsOf(path, textOf(path)).filter((target) => stageOf(target) > stageOf(path));
    expect(below).toEqual([]);
    expect(hasCircle(path)).toBe(false);
  });

  it("notices an import that points downwards", () => {
    expect(importsOf("compose/a.ts", 'import type { B } from "../pairs/b.js";')).toEqual(["pairs/b.ts"]);
    expect(stageOf("pairs/b.ts")).toBeGreaterThan(stageOf("compose/a.ts"));
  });
});
