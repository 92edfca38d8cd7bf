import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type Node, nodesOf, parse, ROOT } from "./source-files.js";

/** Where a name is declared. */
export interface Declaration {
  readonly path: string;
  readonly name: string;
  readonly node: Node;
  /** The statement, from its `export`. */
  readonly statement: Node;
}

/** The sources behind package.json's exports, and the namespaces that those export. */
export function entryPoints(): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const entries = Object.values(exports as Record<string, string | { readonly types: string }>)
    .flatMap((target) => (typeof target === "string" ? [] : [target.types]))
    .map((target) => join(ROOT, target.replace("./dist/types/", "src/").replace(/\.d\.ts$/, ".ts")));
  return [...new Set(entries.flatMap((entry) => [entry, ...namespacesOf(entry)]))];
}

/** `export * as name from "./path.js"`. */
export function namespacesOf(path: string): string[] {
  return statementsOf(path)
    .filter((statement) => statement.type === "ExportAllDeclaration" && statement.exported !== null)
    .map((statement) => target(path, statement));
}

/** What a module exports by name; namespaces are modules of their own. */
export function exportsOf(path: string): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  for (const statement of statementsOf(path)) {
    if (statement.type === "ExportAllDeclaration" && statement.exported === null) {
      for (const [name, declaration] of exportsOf(target(path, statement))) found.set(name, declaration);
    } else if (statement.type === "ExportNamedDeclaration") {
      for (const { local, exported } of statement.specifiers as Specifier[]) {
        found.set(exported.name, declarationOf(sourceOf(path, statement), local.name)!);
      }
      for (const declaration of declaredBy(path, statement)) found.set(declaration.name, declaration);
    }
  }
  return found;
}

interface Specifier {
  readonly local: { readonly name: string };
  readonly exported: { readonly name: string };
}

/** Where a name that a module uses or exports is declared; nothing for what is global or from a package. */
export function declarationOf(path: string, name: string): Declaration | undefined {
  for (const statement of statementsOf(path)) {
    const own = declaredBy(path, statement).find((declaration) => declaration.name === name);
    if (own !== undefined) return own;
    if (statement.type !== "ImportDeclaration") continue;
    for (const specifier of statement.specifiers as (Node & {
      local: { name: string };
      imported?: { name: string };
    })[]) {
      const file = sourceOf(path, statement);
      if (specifier.local.name !== name || specifier.imported === undefined || file === "") continue;
      return declarationOf(file, specifier.imported.name);
    }
  }
  return exportedElsewhere(path, name);
}

function exportedElsewhere(path: string, name: string): Declaration | undefined {
  return statementsOf(path).some(({ type, source }) => type.startsWith("Export") && source)
    ? exportsOf(path).get(name)
    : undefined;
}

function statementsOf(path: string): readonly Node[] {
  return parse(path).body as unknown as Node[];
}

/** The declarations in a statement, exported or not. */
function declaredBy(path: string, statement: Node): Declaration[] {
  const inner = (
    statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
  ) as Node | null;
  if (inner === null || inner.type === "ImportDeclaration") return [];
  const nodes = inner.type === "VariableDeclaration" ? (inner.declarations as Node[]) : [inner];
  return nodes
    .filter((node) => (node.id as { name?: string } | undefined)?.name !== undefined)
    .map((node) => ({ path, name: (node.id as { name: string }).name, node, statement }));
}

function sourceOf(path: string, statement: Node): string {
  return statement.source === null ? path : target(path, statement);
}

/** The source of a relative import; empty for a package. */
function target(path: string, statement: Node): string {
  const { value } = statement.source as { value: string };
  return value.startsWith(".") ? resolve(dirname(path), value.replace(/\.js$/, ".ts")) : "";
}

/** Whether the comment right before the declaration is a doc comment. */
export function hasDocComment({ path, statement }: Declaration): boolean {
  const { text, docEnds } = parse(path);
  return docEnds.some((end) => end <= statement.start && text.slice(end, statement.start).trim() === "");
}

/** The names of the types that a declaration's signature mentions, without its type parameters. */
export function typesMentioned({ node }: Declaration): Set<string> {
  const names = new Set<string>();
  const parameters = new Set<string>();
  for (const part of nodesOf(node, isSignature)) {
    const name = referenceOf(part);
    if (name !== undefined) names.add(name);
    if (part.type === "TSTypeParameter") parameters.add((part.name as { name: string }).name);
    if (part.type === "TSMappedType") parameters.add((part.key as { name: string }).name);
    if (part.type === "TSInferType")
      parameters.add((part.typeParameter as { name: { name: string } }).name.name);
  }
  return new Set([...names].filter((name) => !parameters.has(name)));
}

/** The types of a declaration are in its signature: not in bodies, initial values and private members. */
function isSignature(node: Node): boolean {
  if (node.type === "BlockStatement" || node.operator === "keyof") return false;
  if (node.type.endsWith("Expression") && !/Function/.test(node.type)) return false;
  return (node.key as { type?: string } | undefined)?.type !== "PrivateIdentifier";
}

/** The name of a type that a node refers to. */
function referenceOf(node: Node): string | undefined {
  if (node.type === "TSTypeReference") return (node.typeName as { name?: string }).name;
  if (node.type !== "TSInterfaceHeritage" && node.type !== "TSClassImplements") return undefined;
  return (node.expression as { name?: string }).name;
}

/** A declaration as a test's message shows it. */
export function show({ path, name }: Declaration): string {
  return `${relative(ROOT, path)}: ${name}`;
}
