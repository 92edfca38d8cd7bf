import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../../src");

/**
 * The architecture: in each folder listed, a folder or file imports only from itself and from those before it. Files at a folder's own
 * level that are not named stand together in place of "*".
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "": [
    "errors",
    "validate",
    "numerics",
    "random",
    "privacy",
    "mechanisms",
    "pld",
    "accounting",
    "analytics",
    "tensor",
    "background",
    "training",
    "auditing",
    "federated",
    "index",
  ],
  pld: [
    "progress-callback",
    "pmf",
    "dominating-pair",
    "discretize",
    "compose",
    "pairs",
    "refinement",
    "total-variation-bound",
    "certify",
    "privacy-loss-distribution",
    "*",
  ],
  accounting: [
    "claims",
    "rounds",
    "accountant",
    "rdp",
    "shuffle",
    "central",
    "theorems",
    "losses",
    "lower",
    "composition",
    "accountants",
    "*",
    "ledger",
    "index",
  ],
  "accounting/shuffle": ["shuffle-ranges", "clones", "transposition", "blanket", "exact-gaussian", "dummies"],
  training: [
    "layers",
    "safetensors",
    "models",
    "permutations",
    "pretrained",
    "data",
    "text",
    "metrics",
    "gradients",
    "prediction",
    "protocols",
    "optimizers",
    "options",
    "loop",
    "config",
    "checkpoint",
    "index",
  ],
};

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}

/** The place of a path among the layers of a folder; undefined outside of the folder. */
function layerOf(folder: string, path: string): number | undefined {
  const [first, ...rest] = relative(join(SRC, folder), path).split(sep);
  if (first === undefined || first === "..") return undefined;
  const layers = LAYERS[folder]!;
  const named = layers.indexOf(first.replace(/\.(ts|js)$/, ""));
  return named < 0 && rest.length <= 1 ? layers.indexOf("*") : named;
}

function targetsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, target]) => target!);
  return specifiers.map((target) => resolve(dirname(path), target));
}

function upwardImports(folder: string, path: string, text: string): string[] {
  const own = layerOf(folder, path);
  if (own === undefined) return [];
  const upward = targetsOf(path, text).filter((target) => (layerOf(folder, target) ?? -1) > own);
  return upward.map((target) => relative(SRC, target));
}

/** Files that import each other, types included: every import goes to a file that was finished before. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const finished = new Set<string>();
  const found: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path]);
    if (finished.has(path) || trail.includes(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}

const FILES = sources(SRC).map((path) => ({ path, text: readFileSync(path, "utf8") }));

describe.each(Object.keys(LAYERS))("layers of src/%s", (folder) => {
  it("hold every source, which imports only from layers before its own", () => {
    for (const { path, text } of FILES) {
      expect(layerOf(folder, path) ?? 0, path).toBeGreaterThanOrEqual(0);
      expect(upwardImports(folder, path, text), path).toEqual([]);
    }
  });
});

describe("imports", () => {
  it("go in no circle, not even for types alone", () => {
    const imports = new Map(
      FILES.map(({ path, text }) => [
        path,
        targetsOf(path, text).map((target) => target.replace(/\.js$/, ".ts")),
      ]),
    );
    const names = circles(imports).map((circle) => circle.map((path) => relative(SRC, path)));
    expect(names).toEqual([]);
  });

  it("are noticed where they point upwards or in a circle", () => {
    const sum = join(SRC, "numerics/sum.ts");
    expect(upwardImports("", sum, 'import { x } from "../accounting/y.js";')).toEqual(["accounting/y.js"]);
    expect(upwardImports("", sum, 'import { x } from "../validate.js";')).toEqual([]);
    const law = join(SRC, "accounting/shuffle/law.ts");
    expect(upwardImports("accounting", law, 'import type { X } from "../guarantees.js";')).toEqual([
      "accounting/guarantees.js",
    ]);
    expect(upwardImports("accounting", law, 'import { x } from "../rdp/curve.js";')).toEqual([]);
    const ring = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a"]],
    ]);
    expect(circles(ring)).toEqual([["a", "b", "c", "a"]]);
  });
});
