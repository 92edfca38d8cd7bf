import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

/** The architecture: a folder imports only from itself and from folders above it in this list. */
const LAYERS = [
  "errors",
  "validate",
  "numerics",
  "random",
  "privacy",
  "mechanisms",
  "accounting",
  "analytics",
  "tensor",
  "training",
  "auditing",
  "federated",
  "index",
];

const SRC = resolve(import.meta.dirname, "../../src");

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}

function layerOf(path: string): number {
  const first =
    relative(SRC, path)
      .split(sep)[0]
      ?.replace(/\.(ts|js)$/, "") ?? "";
  return LAYERS.indexOf(first);
}

function forbiddenImports(path: string, text: string): string[] {
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1] ?? "");
  return targets.filter((target) => layerOf(resolve(dirname(path), target)) > layerOf(path));
}

describe("layers", () => {
  it("every source belongs to a layer and imports only from layers above it", () => {
    for (const path of sources(SRC)) {
      expect(layerOf(path), path).toBeGreaterThanOrEqual(0);
      expect(forbiddenImports(path, readFileSync(path, "utf8")), path).toEqual([]);
    }
  });

  it("notices an import that points downwards", () => {
    const path = join(SRC, "numerics/sum.ts");
    expect(forbiddenImports(path, 'import { x } from "../accounting/y.js";')).toEqual(["../accounting/y.js"]);
    expect(forbiddenImports(path, 'import { x } from "../validate.js";')).toEqual([]);
  });
});
