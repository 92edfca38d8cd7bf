import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./test/longest-first.js";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
/** Where modules have workers or kernels beside them. */
const WITH_FILES = [`${ROOT}src/`, `${ROOT}apps/server/`];

/**
 * Tests run the sources; workers and kernels, which a module finds beside itself, stand at the same place in
 * dist/.
 */
const builtFiles: Plugin = {
  name: "built-files",
  transform(code, id) {
    if (!WITH_FILES.some((folder) => id.startsWith(folder)) || id.endsWith(".test.ts")) return;
    const built = new URL(`dist/${id.slice(ROOT.length)}`, import.meta.url).href;
    return { code: code.replaceAll("import.meta.url", JSON.stringify(built)), map: null };
  },
};

/**
 * After a build Node loads what the compiler made of the sources, instead of vitest compiling them once more:
 * not where a test replaces modules, which only vitest's own can be.
 */
const compiledSources: Plugin = {
  name: "compiled-sources",
  enforce: "pre",
  async resolveId(path, importer, options) {
    if (importer === undefined || !/^(\.|croupier-dp)/.test(path)) return;
    const found = await this.resolve(path, importer, { ...options, skipSelf: true });
    if (!found?.id.startsWith(ROOT) || !found.id.endsWith(".ts")) return found;
    const id = `${ROOT}dist/${found.id.slice(ROOT.length).replace(/ts$/, "js")}`;
    return existsSync(id) ? { id, external: true } : found;
  },
};
const isBuilt = process.env.CROUPIER_TEST_BUILT === "1";

const tests = ["src", "apps", "test"].flatMap((folder) =>
  (readdirSync(`${ROOT}${folder}`, { recursive: true }) as string[])
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `${folder}/${path}`),
);

/** Tests of the built command, the package and the documents, and long ones of properties and laws. */
const IN_WHOLE = /^test\/(docs|e2e|package|properties|server|statistical|types)\//;
/** Tests that replace modules or change folder need a process of their own. */
const isAlone = (path: string): boolean =>
  /\bvi\.(mock|hoisted)\b|chdir\(/.test(readFileSync(`${ROOT}${path}`, "utf8"));

/** Tests of built things start processes: each has twice the time. */
const WHOLE = { testTimeout: 120_000, hookTimeout: 240_000 };

function project(name: string, include: string[], isolate: boolean): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: isBuilt && !isolate ? [compiledSources] : [],
    test: { name, include, isolate, ...(name.startsWith("whole") ? WHOLE : {}) },
  };
}

/**
 * `npm test` runs the projects `quick*` without the tests tagged as slow or long; `npm run test:all` runs all
 * but the long ones, and `npm run test:long` these.
 */
export default defineConfig({
  plugins: [builtFiles],
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // A module is compiled once for all projects, and not again while it stays as it was.
    experimental: { fsModuleCache: true },
    server: { deps: { external: [new RegExp(`^${ROOT.replaceAll(/[^\w/]/g, "\\$&")}dist/`)] } },
    globalSetup: "./test/package/_internal/shared-package.ts",
    // One more than processors: many tests wait for the processes that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: "slow", description: "Takes more than a quarter of a second: `npm run test:all` runs it." },
      { name: "long", description: "A grid, a large sample or one more of alike runs: `npm run test:long`." },
    ],
    projects: [
      project(
        "quick",
        tests.filter((path) => !IN_WHOLE.test(path) && !isAlone(path)),
        false,
      ),
      project(
        "quick-isolated",
        tests.filter((path) => !IN_WHOLE.test(path) && isAlone(path)),
        true,
      ),
      project(
        "whole",
        tests.filter((path) => IN_WHOLE.test(path) && !isAlone(path)),
        false,
      ),
      project(
        "whole-isolated",
        tests.filter((path) => IN_WHOLE.test(path) && isAlone(path)),
        true,
      ),
    ],
  },
});
