import { dirname, resolve } from "node:path";
import { type Node, nodesOf, parse } from "./source-files.js";

/** What a source imports or exports from, types included, as it is written there; strings that look like imports are none. */
export function specifiersOf(path: string, text?: string): string[] {
  const source = parse(path, text);
  const statements = source.body as unknown as readonly Node[];
  const stated = statements.flatMap((statement) => literalsIn([statement.source]));
  if (!source.text.includes("import(")) return stated;
  const nodes = [...nodesOf(source.body)].filter(({ type }) =>
    ["ImportExpression", "TSImportType"].includes(type),
  );
  return [...stated, ...nodes.flatMap((node) => literalsIn([node.source, node.argument]))];
}

function literalsIn(nodes: readonly unknown[]): string[] {
  return nodes.flatMap((node) => {
    const { value } = (node ?? {}) as { readonly value?: unknown };
    return typeof value === "string" ? [value] : [];
  });
}

/** The sources that a source imports. */
export function targetsOf(path: string, text?: string): string[] {
  return specifiersOf(path, text)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => resolve(dirname(path), specifier));
}
