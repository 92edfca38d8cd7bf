import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
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

/**
 * What goes into a browser's bundle of a module, and what the bundle would still import; a module of Node's
 * is an error.
 */
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

/** What a caller's program becomes, bundled for a page by esbuild; the workers are not in it. */
async function bundleOf(program: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: ROOT },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    write: false,
  });
  return outputFiles[0]!.contents;
}

/** Each module's exports by name. */
async function namesOf(modules: readonly string[]): Promise<[string, string, unknown][]> {
  const all = await Promise.all(
    modules.map(async (entry) => {
      const names = Object.entries(await import(pathToFileURL(join(ROOT, entry)).href));
      return names.map(([name, value]): [string, string, unknown] => [entry, name, value]);
    }),
  );
  return all.flat();
}

describe("a caller's bundle", () => {
  it("that asks a background accountant holds at most 10 kB, for the mathematics is in the worker", async () => {
    const bytes = await bundleOf(`
      import { openBackgroundAccountant } from "croupier-dp/background";
      const accountant = await openBackgroundAccountant();
      console.log(await accountant.calibrate(eventOf, target));`);
    expect(bytes.length).toBeLessThanOrEqual(10_000);
    expect(bytes.length).toBeGreaterThan(1000);
  });

  it.each([
    ["category", "localEpsilon: 1, categories: ['no', 'yes']"],
    ["number", "localEpsilon: 1, range: [0, 1], users: 1000"],
    ["bin", "localEpsilon: 1, edges: [0, 1, 2]"],
    ["group", "localEpsilon: 1, groups: ['a', 'b'], categories: ['no', 'yes']"],
  ])("of a client that encodes a %s holds at most 8 kB gzip", async (kind, options) => {
    const bytes = await bundleOf(`
      import { encodeReports, ${kind}Randomizer } from "croupier-dp/analytics";
      send(encodeReports([value], ${kind}Randomizer({ ${options} })));`);
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(8000);
    expect(gzipSync(bytes).length).toBeGreaterThan(1000);
  });

  it("of a whole client of a federation holds at most 40 kB gzip", async () => {
    const bytes = await bundleOf(`
      import { memoryClientStore, openClient, webCrypto } from "croupier-dp/federated";
      const client = openClient({ store: memoryClientStore(), crypto: webCrypto() });
      await client.join({ url, study });
      await client.takePart(study, answers);`);
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(40_000);
    expect(gzipSync(bytes).length).toBeGreaterThan(8000);
    // Nothing of trainings: they are another module's.
    expect(new TextDecoder().decode(bytes)).not.toMatch(/rotationSeed|learningRate/);
  });

  it("of a client that takes part in trainings holds kernels' layers, and not the accountants", async () => {
    const bytes = await bundleOf(`
      import { memoryClientStore, openClient, webCrypto } from "croupier-dp/federated";
      import { openLocalGradients, trainingTask } from "croupier-dp/federated/training";
      const client = openClient({ store: memoryClientStore(), crypto: webCrypto(), tasks: [trainingTask] });
      const gradients = await openLocalGradients({ model, examples });
      await client.join({ url, study });
      await client.takePart(study, gradients.of());`);
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(100_000);
    expect(gzipSync(bytes).length).toBeGreaterThan(40_000);
  });

  it.each([
    ["DpError", "croupier-dp", 300],
    ["readEvent", "croupier-dp/privacy", 16_000],
    ["seededSource", "croupier-dp/random", 5000],
    ["gaussianMechanism", "croupier-dp/mechanisms", 30_000],
    ["equalWidthEdges", "croupier-dp/analytics", 5000],
    ["bleu", "croupier-dp/training", 10_000],
  ])("of %s alone leaves the rest of %s out: at most %i bytes", async (name, module, most) => {
    const bytes = await bundleOf(`import { ${name} } from "${module}"; console.log(${name});`);
    expect(bytes.length).toBeLessThanOrEqual(most);
  });
});

/** The one entry that needs Node. */
const FOR_SERVERS = "./dist/lib/federated-node.js";

describe("the built library", () => {
  it("has one DpError, which every module exports", async () => {
    const errors = (await namesOf(ENTRIES)).filter(([, name]) => name === "DpError");
    expect(errors.map(([entry]) => entry)).toEqual(ENTRIES);
    expect(new Set(errors.map(([, , value]) => value)).size).toBe(1);
    const [{ readEvent }, { DpError }] = await Promise.all(
      ["privacy", "training"].map((name) => import(pathToFileURL(join(LIBRARY, `${name}.js`)).href)),
    );
    expect(() => readEvent(null)).toThrow(DpError);
  });

  it("gives no name to two different things", async () => {
    const meanings = new Map<string, Set<unknown>>();
    for (const [, name, value] of await namesOf(ENTRIES)) {
      meanings.set(name, (meanings.get(name) ?? new Set()).add(value));
    }
    expect([...meanings].filter(([, values]) => values.size > 1).map(([name]) => name)).toEqual([]);
    expect(meanings.size).toBeGreaterThan(100);
  });

  it("shows an error that nobody catches by a short line of code and its message", () => {
    const program = join(ROOT, "test/package/_project/uncaught.mjs");
    const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    const lines = stderr.split("\n");
    const message = lines.findIndex((line) => /^DpError: guarantees: delta must be/.test(line));
    expect(status).toBe(1);
    expect(message).toBeGreaterThan(0);
    expect(message).toBeLessThanOrEqual(6);
    expect(Math.max(...lines.slice(0, message).map((line) => line.length))).toBeLessThanOrEqual(250);
  });

  it("compiles no code at run time", () => {
    const scripts = readdirSync(LIBRARY).filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(10);
    const compiling = /(?<!-)\beval\b|\bFunction\s*\(|\bFunction\b\s*[;,)}]/;
    expect(scripts.filter((name) => compiling.test(readFileSync(join(LIBRARY, name), "utf8")))).toEqual([]);
  });

  it.each(ENTRIES.filter((entry) => entry !== FOR_SERVERS))(
    "%s, with all that it imports, needs no package and no module of Node's",
    async (entry) => {
      const { inputs, outputs } = await bundled(join(ROOT, entry));
      for (const path of Object.keys(inputs)) expect(path).toMatch(/^dist\/lib\/[\w-]+\.js$/);
      expect(Object.values(outputs).flatMap(({ imports }) => imports)).toEqual([]);
    },
  );

  it("has one entry for servers alone, which needs Node's cryptography and nothing else", () => {
    const [own, ...others] = [FOR_SERVERS, ...readdirSync(LIBRARY).map((name) => `./dist/lib/${name}`)].map(
      (entry) => (entry.endsWith(".js") ? readFileSync(join(ROOT, entry), "utf8") : ""),
    );
    const ofNode = (text: string) => [...text.matchAll(/from"(node:\w+)"/g)].map(([, name]) => name);
    expect(new Set(ofNode(own!))).toEqual(new Set(["node:crypto"]));
    expect(others.filter((text) => text !== own && ofNode(text).length > 0)).toEqual([]);
  });

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
