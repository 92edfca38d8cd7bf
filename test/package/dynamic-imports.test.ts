/**
 * A bundler makes of a CommonJS package a module whose only name is `default`: what is taken out of it by
 * another name is undefined.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type TakenImport, takenImports } from "./_internal/taken-imports.js";

const DIST = resolve(import.meta.dirname, "../../dist");
const BUNDLES = {
  "the command": join(DIST, "apps/cli"),
  "the library": join(DIST, "lib"),
};

/**
 * The files of a bundle: the compiler's own modules may stand beside them, in folders and with other names.
 */
function bundledFiles(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const inBundle = folder.endsWith("cli")
    ? names.filter((name) => /^(croupier|part-.*)\.js$/.test(name))
    : names;
  return inBundle.map((name) => join(folder, name));
}

/** Imports each module as Node does, and says of what is taken out of it whether it is there. */
function missingOf(imports: readonly TakenImport[]): string[] {
  const program = `
    const missing = [];
    for (const { target, path } of ${JSON.stringify(imports)}) {
      const value = path.reduce((whole, name) => whole?.[name], await import(target));
      if (value === undefined) missing.push(target + ": " + path.join("."));
    }
    console.log(JSON.stringify(missing));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }),
  );
}

describe("every dynamic import", () => {
  it.each(Object.entries(BUNDLES))("of %s gives what is taken out of it", (_name, folder) => {
    const imports = bundledFiles(folder).flatMap((file) =>
      takenImports(readFileSync(file, "utf8"), (target) => new URL(target, pathToFileURL(file)).href),
    );
    expect(imports.length).toBeGreaterThanOrEqual(2);
    expect(missingOf(imports)).toEqual([]);
  });

  it("is found in each form, and one in a form that is not known is an error", () => {
    const code = `
      const { a, b: c } = await import("./x.js"), { default: { d } } = await import("./y.js");
      const load = async () => (await import("./z.js")).e;`;
    expect(takenImports(code, (target) => target)).toEqual([
      { target: "./x.js", path: ["a"] },
      { target: "./x.js", path: ["b"] },
      { target: "./y.js", path: ["default", "d"] },
      { target: "./z.js", path: ["e"] },
    ]);
    expect(() => takenImports('use(import("./x.js"))', String)).toThrow("unknown form");
    expect(missingOf([{ target: "node:fs", path: ["sync", "read"] }])).toEqual(["node:fs: sync.read"]);
  });
});
