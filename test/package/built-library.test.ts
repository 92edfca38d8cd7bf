import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "../..");
const LIBRARY = join(ROOT, "dist/lib");

/** Every module that the package exports, by its path in the package. */
const ENTRIES = Object.values(manifest.exports).flatMap((target) => {
  const path = typeof target === "string" ? target : target.default;
  return path.endsWith(".js") ? [path] : [];
});

/** What goes into a browser's bundle of a module, and what the bundle would still import; a module of Node's is an error. */
async function bundled(entry: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    write: false,
    metafile: true,
  });
  return metafile;
}

describe("the built library", () => {
  it.each(ENTRIES)(
    "%s, with all that it imports, needs no package and no module of Node's",
    async (entry) => {
      const { inputs, outputs } = await bundled(join(ROOT, entry));
      for (const path of Object.keys(inputs)) expect(path).toMatch(/^dist\/lib\/[\w-]+\.js$/);
      expect(Object.values(outputs).flatMap(({ imports }) => imports)).toEqual([]);
    },
  );

  it.each(["accounting-worker.js", "audit-worker.js", "gradient-worker.js"])(
    "%s imports nothing",
    async (name) => {
      const { inputs } = await bundled(join(LIBRARY, name));
      expect(Object.keys(inputs)).toEqual([`dist/lib/${name}`]);
    },
  );

  it("has the kernels beside it, and keeps them and the workers to itself", () => {
    const kernels = readFileSync(join(ROOT, "dist/src/tensor/kernels.wasm"));
    expect(readFileSync(join(LIBRARY, "kernels.wasm"))).toEqual(kernels);
    expect(Object.keys(manifest.exports)).not.toContain("./tensor");
  });
});
