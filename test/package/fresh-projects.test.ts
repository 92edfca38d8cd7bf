import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import type { Browser } from "playwright-core";
import * as vite from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { NO_CHROMIUM, openChromium } from "../e2e/_internal/chromium.js";
import { serveFolder } from "../e2e/_internal/static-server.js";
import { shortAndLong } from "../short-and-long.js";
import {
  type InstalledPackage,
  installPackage,
  makeProject,
  ROOT,
  run,
} from "./_internal/installed-package.js";
import { type Everything, everything } from "./_project/everything.js";

const EVERYTHING = readFileSync(join(import.meta.dirname, "_project/everything.ts"), "utf8");
const IN_NODE =
  'import { everything } from "./everything.js";\neverything().then((all) => console.log(JSON.stringify(all)));\n';
const IN_PAGE =
  'import { everything } from "./everything.js";\neverything().then((all) => Object.assign(globalThis, { all }));\n';
const pageOf = (script: string) => `<!doctype html>\n<script type="module" src="./${script}"></script>\n`;

const STRICT = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, target: "es2023" };
const NODE = { ...STRICT, module: "nodenext", lib: ["es2023"], types: ["node"], outDir: "out" };
const BUNDLER = {
  ...STRICT,
  ...{ module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom"], types: [], noEmit: true },
};

/** What a bundle that does not follow `new URL(..., import.meta.url)` needs beside it. */
const BESIDE_A_BUNDLE = ["accounting-worker.js", "audit-worker.js", "gradient-worker.js", "kernels.wasm"];

let [packed, expected]: [InstalledPackage?, Everything?] = [];
beforeAll(async () => {
  [packed, expected] = await Promise.all([installPackage(), everything()]);
  mkdirSync(join(packed.folder, "fresh/node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(packed.folder, "fresh/node_modules", name));
  }
});

/** A fresh project; each of them asks for everything in TypeScript. */
function project(name: string, main: string, options: object, type = "module"): string {
  return makeProject(packed!, `fresh/${name}`, {
    "everything.ts": EVERYTHING,
    "main.ts": main,
    "package.json": JSON.stringify({ type }),
    "tsconfig.json": JSON.stringify({ compilerOptions: options, include: ["*.ts"] }),
  });
}

async function printedBy(folder: string, script: string): Promise<Everything> {
  const { stdout, stderr } = await run(folder, process.execPath, script);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

function compile(folder: string): Promise<unknown> {
  return run(folder, process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder);
}

/** Plain JavaScript of a project's TypeScript. */
async function stripTypes(folder: string, format: "esm" | "cjs"): Promise<void> {
  const entryPoints = ["everything.ts", "main.ts"].map((name) => join(folder, name));
  await esbuild.build({ entryPoints, outdir: folder, format });
}

async function bundle(folder: string, options: esbuild.BuildOptions): Promise<void> {
  const outdir = join(folder, "out");
  await esbuild.build({
    entryPoints: [join(folder, "main.ts")],
    bundle: true,
    format: "esm",
    outdir,
    ...options,
  });
  for (const name of BESIDE_A_BUNDLE) cpSync(join(packed!.installed, "dist/lib", name), join(outdir, name));
}

describe("a fresh project", () => {
  it("uses every module of the package", () => {
    // What servers use of Node is no module for pages.
    const modules = Object.keys(manifest.exports).filter((path) => !/\.json$|\/node$/.test(path));
    for (const path of modules) expect(EVERYTHING).toContain(`from "${path.replace(".", "croupier-dp")}";`);
  });

  for (const [cases, options] of shortAndLong(["module", "commonjs"], (type) => type === "commonjs")) {
    it.each(cases)("in strict TypeScript, nodenext, type %s", options, async (type) => {
      const folder = project(`nodenext-${type}`, IN_NODE, NODE, type);
      await compile(folder);
      expect(await printedBy(folder, "out/main.js")).toEqual(expected);
    });
  }

  it("in strict TypeScript for a bundler", async () => {
    await compile(project("bundler", IN_PAGE, { ...BUNDLER, noUncheckedIndexedAccess: true }));
  });

  it.each(["esm", "cjs"] as const)("in plain JavaScript, %s", async (format) => {
    const folder = project(`plain-${format}`, IN_NODE, {}, format === "esm" ? "module" : "commonjs");
    await stripTypes(folder, format);
    expect(readFileSync(join(folder, "everything.js"), "utf8").includes("require(")).toBe(format === "cjs");
    expect(await printedBy(folder, "main.js")).toEqual(expected);
  });

  it("bundled by esbuild for Node", async () => {
    const folder = project("esbuild-node", IN_NODE, NODE);
    await bundle(folder, { platform: "node" });
    expect(await printedBy(folder, "out/main.js")).toEqual(expected);
  });
});

describe.skipIf(NO_CHROMIUM)(`a fresh page${NO_CHROMIUM ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openChromium();
  });
  afterAll(() => browser?.close());

  /**
   * Figures go through the engine's own elementary functions, whose last digits differ between engines;
   * training's do not.
   */
  async function expectEverythingAt(url: string): Promise<void> {
    const page = await browser!.newPage();
    await page.goto(url);
    await page.waitForFunction("globalThis.all !== undefined");
    const { epsilon, inBackground, ...rest } = await page.evaluate<Everything>("globalThis.all");
    await page.close();
    expect(epsilon / expected!.epsilon).toBeCloseTo(1, 9); // engines differ in the last digits of Math.exp
    expect(inBackground).toBe(epsilon);
    const { epsilon: _, inBackground: _inNode, ...inNode } = expected!;
    expect(rest).toEqual(inNode);
  }

  it("bundled by esbuild", async () => {
    const folder = project("esbuild-page", IN_PAGE, BUNDLER);
    await bundle(folder, { platform: "browser", minify: true });
    writeFileSync(join(folder, "out/index.html"), pageOf("main.js"));
    const server = await serveFolder(join(folder, "out"), {});
    await expectEverythingAt(`${server.url}index.html`).finally(() => server.close());
  });

  describe("by Vite", () => {
    let config: vite.InlineConfig;
    beforeAll(() => {
      const root = project("vite", IN_PAGE, BUNDLER);
      writeFileSync(join(root, "index.html"), pageOf("main.ts"));
      config = { root, configFile: false, logLevel: "error" };
    });

    it("built", async () => {
      await vite.build(config);
      const server = await serveFolder(join(config.root!, "dist"), {});
      await expectEverythingAt(`${server.url}index.html`).finally(() => server.close());
    });

    it("served in development", { tags: ["long"] }, async () => {
      const fs = { allow: [packed!.folder] };
      const server = await vite.createServer({ ...config, server: { host: "127.0.0.1", port: 0, fs } });
      await server.listen();
      await expectEverythingAt(server.resolvedUrls!.local[0]!).finally(() => server.close());
    });
  });
});
