import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { guarantees } from "../../src/accounting/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";

const ROOT = resolve(import.meta.dirname, "../..");
const BROWSER = join(ROOT, "dist/browser");

/** Every module that the package exports, by its path in the package. */
const ENTRIES = Object.values(manifest.exports).flatMap((target) => {
  const path = typeof target === "string" ? target : target.default;
  return path.endsWith(".js") ? [path] : [];
});

/** What goes into a browser's bundle of a module, and what the bundle would still import; a module of Node's is an error. */
async function bundled(entry: string): Promise<Metafile> {
  const { metafile } = await build({
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

describe("the modules for pages without a bundler", () => {
  const names = readdirSync(BROWSER).filter((name) => name.endsWith(".js"));

  it("are accounting, random sources, training and its workers, with the kernels beside them", () => {
    expect(names).toEqual([
      "accounting-worker.js",
      "accounting.js",
      "gradient-worker.js",
      "random.js",
      "training.js",
    ]);
    expect(readFileSync(join(BROWSER, "kernels.wasm"))).toEqual(
      readFileSync(join(ROOT, "dist/src/tensor/kernels.wasm")),
    );
  });

  it.each(names)("%s imports nothing", async (name) => {
    const { inputs, outputs } = await bundled(join(BROWSER, name));
    expect(Object.keys(inputs)).toHaveLength(1);
    expect(Object.values(outputs).flatMap(({ imports }) => imports)).toEqual([]);
  });

  it("compute what the library computes", async () => {
    const bundle = (await import(join(BROWSER, "accounting.js"))) as { guarantees: typeof guarantees };
    const event: MechanismEvent = {
      kind: "repeat",
      times: 7,
      of: { kind: "shuffle", users: 1000, of: { kind: "gaussian", noiseMultiplier: 3 } },
    };
    const options = { adjacency: "zero-out", delta: 1e-5 } as const;
    expect(bundle.guarantees(event, options)).toEqual(guarantees(event, options));
  });
});

describe("the package", () => {
  it("keeps the kernels and workers to itself", () => {
    expect(Object.keys(manifest.exports)).not.toContain("./tensor");
  });

  it.each(ENTRIES)("%s needs no module of Node's", async (entry) => {
    const { outputs } = await bundled(join(ROOT, entry));
    expect(Object.values(outputs).flatMap(({ imports }) => imports)).toEqual([]);
  });
});
