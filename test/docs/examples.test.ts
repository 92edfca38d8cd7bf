import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

interface Example {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return path.endsWith(".ts") && !path.endsWith(".test.ts") ? [path] : [];
  });
}

/** The `@example` blocks of a file: from the tag to the next tag or the comment's end. */
function examplesOf(file: string): Example[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, start) => {
    const opening = /^\s*\*\s*@example\s*(.*)$/.exec(line);
    if (opening === null) return [];
    const code = [opening[1] ?? ""];
    for (let i = start + 1; i < lines.length && !/^\s*\*\s*(@|\/)|\*\//.test(lines[i]!); i++) {
      code.push(lines[i]!.replace(/^\s*\*\s?/, ""));
    }
    return [{ file, line: start + 1, code: code.join("\n") }];
  });
}

/** `expression; // value` becomes a check that the expression shows as that value. */
function withChecks(code: string): string {
  return code.replace(/^(.*?);?[ \t]*\/\/[ \t]*(.+)$/gm, (_, expression: string, shown: string) => {
    const [, binding, value] = /^(const \w+ = )?(.*)$/s.exec(expression)!;
    return `${binding ?? ""}__check(${value}, ${JSON.stringify(shown.trim())});`;
  });
}

function show(value: unknown): string[] {
  return [String(value), JSON.stringify(value), JSON.stringify(value)?.replace(/([,:])/g, "$1 ")];
}

async function everything(file: string): Promise<Record<string, unknown>> {
  const folders = ["accounting", "analytics", "mechanisms", "numerics", "privacy", "random", "training"];
  const modules = await Promise.all(
    folders
      .filter((folder) => statSync(join(SRC, folder), { throwIfNoEntry: false }))
      .flatMap(
        (folder) => sources(join(SRC, folder)).find((path) => path === join(SRC, folder, "index.ts")) ?? [],
      )
      .map((path) => import(path)),
  );
  const theorems = await import(join(SRC, "accounting/theorems/index.js"));
  return Object.assign({}, ...modules, theorems, await import(file));
}

const examples = sources(SRC).flatMap(examplesOf);

describe("doc examples", () => {
  it("are there", () => {
    expect(examples.length).toBeGreaterThan(20);
  });

  it.each(examples.map((each) => [`${relative(SRC, each.file)}:${each.line}`, each] as const))(
    "%s",
    async (_, { file, code }) => {
      const { code: script } = transformSync(withChecks(code), { loader: "ts" });
      const scope = await everything(file);
      let checked = 0;
      scope.__check = (value: unknown, shown: string): unknown => {
        checked += 1;
        expect(show(value)).toContain(shown);
        return value;
      };
      const run = new Function(...Object.keys(scope), `return (async () => { ${script} })();`);
      await run(...Object.values(scope));
      expect(checked, "an example shows a value: `expression; // value`").toBeGreaterThan(0);
    },
  );
});
