import { relative } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Declaration,
  declarationOf,
  entryPoints,
  exportsOf,
  hasDocComment,
  show,
  typesMentioned,
} from "./_internal/public-exports.js";
import { parse, ROOT } from "./_internal/source-files.js";

const entries = entryPoints();
const exported = entries.flatMap((entry) => [...exportsOf(entry).values()]);
const distinct = new Map(exported.map((declaration) => [show(declaration), declaration]));

/** The types that a declaration mentions and that no entry point exports. */
function unexported(declaration: Declaration): string[] {
  return [...typesMentioned(declaration)].flatMap((name) => {
    const found = declarationOf(declaration.path, name);
    return found === undefined || distinct.has(show(found)) ? [] : [show(found)];
  });
}

describe("public entry points", () => {
  it("are found through package.json and their namespaces", () => {
    const names = entries.map((entry) => relative(ROOT, entry));
    expect(names).toContain("src/accounting/theorems/index.ts");
    expect(names).toContain("src/training/index.ts");
    expect(exported.length).toBeGreaterThan(200);
    expect(exported.every((declaration) => declaration !== undefined)).toBe(true);
  });

  it.each(entries.map((entry) => [relative(ROOT, entry), entry]))(
    "%s: every export has a doc comment",
    (_, entry) => {
      const without = [...exportsOf(entry).values()].filter((each) => !hasDocComment(each));
      expect(without.map(show)).toEqual([]);
    },
  );

  it("export every type that an exported declaration mentions, each from at least one", () => {
    const missing = [...distinct.values()].flatMap((declaration) => {
      const types = unexported(declaration);
      return types.length === 0 ? [] : [`${show(declaration)} mentions ${types.join(", ")}`];
    });
    expect(missing).toEqual([]);
  });
});

describe("the scan", () => {
  const path = "/example.ts";
  const text = `
/** Documented. */
export interface Good<T> extends Base { readonly all: readonly Item<T>[]; of(one: One): Promise<Two> }

export class Bare implements Contract { #hidden: Hidden = 1; read(x: Seen = fallback<Unseen>()): void { const y: Inner = 2; } }
/* no doc */
export const value: { readonly [K in Keys]: Value } = compute<Other>();
/** Not right before. */
import {} from "node:fs";
export function late<A extends Bound>(a: A, ...b: Rest[]): a is Narrow { return true as Inner; }
`;
  parse(path, text);
  const declared = exportsOf(path);
  const typesOf = (name: string) => [...typesMentioned(declared.get(name)!)].sort();

  it("notices a missing doc comment", () => {
    const documented = [...declared.values()].filter(hasDocComment).map(({ name }) => name);
    expect([...declared.keys()]).toEqual(["Good", "Bare", "value", "late"]);
    expect(documented).toEqual(["Good"]);
  });

  it("sees the types of signatures, not those inside", () => {
    expect(typesOf("Good")).toEqual(["Base", "Item", "One", "Promise", "Two"]);
    expect(typesOf("Bare")).toEqual(["Contract", "Seen"]);
    expect(typesOf("value")).toEqual(["Keys", "Value"]);
    expect(typesOf("late")).toEqual(["Bound", "Narrow", "Rest"]);
  });
});
