import { relative, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { specifiersOf, targetsOf } from "./_internal/imports.js";
import { parse, ROOT, sourcesIn } from "./_internal/source-files.js";

/** Packages that pages can run. */
const PORTABLE = ["papaparse", "fast-string-width", "fast-wrap-ansi"];

/** Names of Node's own in a source, comments and strings left aside. */
const OF_NODE = /\b(?:process|Buffer|NodeJS|__dirname|require)\b\s*[.(]|\bimport\.meta\b/;

/**
 * What of the command line needs neither Node nor the parser of flags, and is about the command line alone.
 */
const WORDS_OF_FLAGS: Readonly<Record<string, string>> = {
  "apps/cli/_internal/analyze/bad-flag.ts": "the error for a flag",
  "apps/cli/_internal/audit/audited-system.ts": "types of flags and of what they open",
  "apps/cli/_internal/completion/shell-scripts.ts": "scripts of shells",
  "apps/cli/_internal/predict/refuse-foreign-flags.ts": "flags that a model has no use for",
};

const nameOf = (path: string): string => relative(ROOT, path);

function withoutWords(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
}

/** What of Node, or of packages, a source uses by itself. */
function ownNeeds(path: string, text?: string): string[] {
  const packages = specifiersOf(path, text).filter(
    (name) => !name.startsWith(".") && !PORTABLE.includes(name),
  );
  const global = OF_NODE.exec(withoutWords(parse(path, text).text));
  return global === null ? packages : [...packages, global[0]];
}

/** The sources of a folder that need Node or a package themselves, or import one there that does. */
function needing(paths: readonly string[]): Set<string> {
  const found = new Set(paths.filter((path) => ownNeeds(path).length > 0));
  const imports = new Map(
    paths.map((path) => [path, targetsOf(path).map((target) => target.replace(/\.js$/, ".ts"))]),
  );
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const [path, targets] of imports) if (targets.some((target) => found.has(target))) found.add(path);
  }
  return found;
}

describe("apps/shared", () => {
  const shared = sourcesIn("apps/shared");

  it("uses nothing of Node, and packages alone that pages can run", () => {
    const needs = shared.map((path) => [nameOf(path), ownNeeds(path)]).filter(([, each]) => each!.length > 0);
    expect(needs).toEqual([]);
    expect(shared.length).toBeGreaterThan(90);
  });

  it("makes a page's bundle, with all that it imports", { tags: ["slow"], timeout: 120_000 }, async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: shared.map(nameOf),
      outdir: "none",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "browser",
      logLevel: "silent",
      write: false,
      metafile: true,
    });
    expect(
      Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external)),
    ).toEqual([]);
    expect(Object.keys(metafile.inputs).filter((path) => path.startsWith("apps/cli"))).toEqual([]);
  });
});

describe("apps/cli", () => {
  it("is thin: what needs neither Node nor flags stands in apps/shared", () => {
    const paths = sourcesIn("apps/cli");
    const needs = needing(paths);
    expect(paths.filter((path) => !needs.has(path)).map(nameOf)).toEqual(Object.keys(WORDS_OF_FLAGS));
  });
});

describe("the command line's own files", () => {
  it("are for the command line and its tests: no script imports them", () => {
    const internal = resolve(ROOT, "apps/cli/_internal");
    const imported = ["scripts", "bench", "experiments"].flatMap((folder) =>
      sourcesIn(folder).filter((path) => targetsOf(path).some((target) => target.startsWith(`${internal}/`))),
    );
    expect(imported.map(nameOf)).toEqual([]);
  });
});

describe("the scan", () => {
  const needs = (text: string) => ownNeeds("/apps/shared/example.ts", text);

  it("sees Node's modules and names, and packages", () => {
    expect(needs('import { join } from "node:path";')).toEqual(["node:path"]);
    expect(needs('import type { Command } from "commander";')).toEqual(["commander"]);
    expect(needs('const { cpus } = await import("node:os");')).toEqual(["node:os"]);
    expect(needs("export const width = process.stdout.columns;")).toEqual(["process."]);
    expect(needs("export const url = new URL(import.meta.url);")).toEqual(["import.meta"]);
    expect(needs('import Papa from "papaparse"; // process.env\nexport const word = "Buffer.from";')).toEqual(
      [],
    );
  });
});
