import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { createUserProject, ROOT } from "../../scripts/docs/user-project.js";
import { shortAndLong } from "../short-and-long.js";

const SRC = join(ROOT, "src");

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

/** The modules that an example may take names from, those that come first before the others. */
function modulesFor(file: string): string[] {
  const folders = [
    "accounting",
    "accounting/theorems",
    "analytics",
    "mechanisms",
    "privacy",
    "random",
    "training",
    "training/models",
    "training/safetensors",
    "training/text",
    "auditing",
  ];
  const own = relative(SRC, file).split("/")[0]!;
  return [file, ...[own, ...folders].map((folder) => join(SRC, folder, "index.ts"))].filter((path) =>
    statSync(path, { throwIfNoEntry: false }),
  );
}

/** Each name with the module that an example in the file takes it from. */
async function scopeOf(
  file: string,
): Promise<Map<string, { readonly module: string; readonly value: unknown }>> {
  const scope = new Map();
  for (const module of modulesFor(file)) {
    for (const [name, value] of Object.entries(await import(module))) {
      if (!scope.has(name)) scope.set(name, { module, value });
    }
  }
  return scope;
}

/** The example as a module of its own, with the imports that its words ask for. */
async function asModule({ file, code }: Example): Promise<string> {
  const scope = await scopeOf(file);
  const words = new Set(code.match(/\b[A-Za-z_]\w*\b/g));
  const declared = declaredIn(code);
  const imports = [...words]
    .filter((word) => scope.has(word) && !declared.has(word))
    .map((word) => `import { ${word} } from ${JSON.stringify(builtOf(scope.get(word)!.module))};`);
  return [...imports, "export {};", code].join("\n");
}

/** The names that an example declares itself: `const name`, `const { name, other: name }`. */
function declaredIn(code: string): Set<string> {
  const patterns = [...code.matchAll(/\bconst (\w+|\{[^}]*\}) =/g)].map(([, pattern]) => pattern!);
  return new Set(patterns.flatMap((pattern) => pattern.replace(/\w+:/g, "").match(/\w+/g) ?? []));
}

/** Where the compiler put a source. */
function builtOf(path: string): string {
  return join(ROOT, "dist/src", relative(SRC, path)).replace(/\.ts$/, ".js");
}

const examples = sources(SRC).flatMap(examplesOf);

const project = createUserProject();
afterAll(project.remove);

describe("doc examples", () => {
  it("are there", () => {
    expect(examples.length).toBeGreaterThan(20);
  });

  it("are strict TypeScript", async () => {
    for (const example of examples) {
      const name = `${relative(SRC, example.file).replace(/\W+/g, "-")}-${example.line}.ts`;
      project.write(name, await asModule(example));
    }
    expect(project.typeErrors()).toBe("");
  });

  for (const [cases, options] of shortAndLong(
    examples.map((each) => [`${relative(SRC, each.file)}:${each.line}`, each] as const),
    ([name]) => name.startsWith("analytics/design-randomizer"),
  )) {
    it.each(cases)("%s", options, async (_, { file, code }) => {
      const { code: script } = transformSync(withChecks(code), { loader: "ts" });
      let checked = 0;
      const check = (value: unknown, shown: string): unknown => {
        checked += 1;
        expect(show(value)).toContain(shown);
        return value;
      };
      const scope = await scopeOf(file);
      const run = new Function("__check", ...scope.keys(), `return (async () => { ${script} })();`);
      await run(check, ...[...scope.values()].map(({ value }) => value));
      expect(checked, "an example shows a value: `expression; // value`").toBeGreaterThan(0);
    });
  }
});
