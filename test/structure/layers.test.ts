import { join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { targetsOf } from "./_internal/imports.js";
import { ROOT, sourcesIn } from "./_internal/source-files.js";

/** What is built: the library, and what is made with it. */
const ROOMS = ["src", "experiments", "apps", "bench", "scripts"];

/**
 * The architecture: in each folder listed, a folder or file imports only from itself and from those before
 * it. Files at a folder's own level that are not named, and its `_internal`, stand together in place of "*".
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  "": ROOMS,
  src: [
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
    "charts",
    "index",
  ],
  "src/pld": [
    "progress-callback",
    "pmf",
    "dominating-pair",
    "discretize",
    "compose",
    "pairs",
    "total-variation-bound",
    "certify",
    "privacy-loss-distribution",
    "*",
  ],
  "src/accounting": [
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
  "src/accounting/shuffle": [
    "shuffle-ranges",
    "clones",
    "binary",
    "transposition",
    "blanket",
    "exact-gaussian",
    "dummies",
  ],
  "src/analytics": ["*", "columns", "index"],
  "src/training": [
    "layers",
    "safetensors",
    "models",
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
  "src/training/models": ["*", "permutations", "pretrained", "index"],
  experiments: [
    "experiment",
    "listed-experiment",
    "paper-item",
    "_internal",
    "gdd21",
    "lt22",
    "lt23",
    "yjx25",
    "paper-items",
    "experiments",
  ],
  apps: ["shared", "cli", "web", "server"],
  "apps/shared": [
    "words",
    "predict",
    "account",
    "analyze",
    "design",
    "audit",
    "train",
    "experiment",
    "pages",
  ],
  "apps/shared/analyze": ["input", "analyze-report", "proven-figure", "output", "analyze-columns"],
  "apps/cli": ["_internal", "*"],
  "apps/cli/_internal": [
    "terminal",
    "*",
    "account",
    "analyze",
    "completion",
    "design",
    "experiment",
    "train",
    "predict",
    "audit",
  ],
  "apps/web": ["dom", "*"],
  "apps/server": ["_internal", "*"],
  "apps/server/_internal": [
    "commands",
    "http",
    "stores",
    "observe",
    "keys",
    "threads",
    "doors",
    "study",
    "pages",
    "roles",
    "clients",
    "federation",
    "ledger",
  ],
  scripts: ["build", "docs", "figures", "fuzz", "mutants", "*"],
  "scripts/figures": ["_internal", "*"],
  "scripts/fuzz": ["tables", "*"],
  "scripts/mutants": ["mutant", "_internal", "list", "*"],
};

/** The place of a path among the layers of a folder; undefined outside of the folder. */
function layerOf(folder: string, path: string): number | undefined {
  const [first, ...rest] = relative(join(ROOT, folder), path).split(sep);
  if (first === undefined || first === "..") return undefined;
  const layers = LAYERS[folder]!;
  const named = layers.indexOf(first.replace(/\.(ts|js|mjs)$/, ""));
  return named < 0 && (rest.length <= 1 || first === "_internal") ? layers.indexOf("*") : named;
}

function upwardImports(folder: string, path: string, text?: string): string[] {
  const own = layerOf(folder, path);
  if (own === undefined) return [];
  const upward = targetsOf(path, text).filter((target) => (layerOf(folder, target) ?? -1) > own);
  return upward.map((target) => relative(ROOT, target));
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

const FILES = ROOMS.flatMap((room) => sourcesIn(room));

describe.each(Object.keys(LAYERS))("layers of /%s", (folder) => {
  it("hold every source, which imports only from layers before its own", { tags: ["slow"] }, () => {
    for (const path of FILES) {
      expect(layerOf(folder, path) ?? 0, path).toBeGreaterThanOrEqual(0);
      expect(upwardImports(folder, path), path).toEqual([]);
    }
  });
});

describe("imports", () => {
  it("go in no circle, not even for types alone", () => {
    const imports = new Map(
      FILES.map((path) => [path, targetsOf(path).map((target) => target.replace(/\.js$/, ".ts"))]),
    );
    const names = circles(imports).map((circle) => circle.map((path) => relative(ROOT, path)));
    expect(names).toEqual([]);
  });

  it("are noticed where they point upwards or in a circle", () => {
    const sum = join(ROOT, "src/numerics/sum.ts");
    expect(upwardImports("src", sum, 'import { x } from "../accounting/y.js";')).toEqual([
      "src/accounting/y.js",
    ]);
    expect(upwardImports("src", sum, 'import { x } from "../validate.js";')).toEqual([]);
    const law = join(ROOT, "src/accounting/shuffle/law.ts");
    expect(upwardImports("src/accounting", law, 'import type { X } from "../guarantees.js";')).toEqual([
      "src/accounting/guarantees.js",
    ]);
    expect(upwardImports("src/accounting", law, 'import { x } from "../rdp/curve.js";')).toEqual([]);
    const words = join(ROOT, "apps/shared/words/bar.ts");
    expect(upwardImports("apps", words, 'import { x } from "../../cli/y.js";')).toEqual(["apps/cli/y.js"]);
    expect(upwardImports("", words, 'import { x } from "../../../experiments/y.js";')).toEqual([]);
    const ring = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a"]],
    ]);
    expect(circles(ring)).toEqual([["a", "b", "c", "a"]]);
  });
});
