import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ESTree, parseSync } from "vite";

/** The repository's root. */
export const ROOT: string = resolve(import.meta.dirname, "../../..");

/** A node of a syntax tree, or a part of one. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A parsed source. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly body: readonly ESTree.Statement[];
  /** The ends of its doc comments. */
  readonly docEnds: readonly number[];
}

/** The sources and tests below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.m?ts$|\.mjs$/.test(name) && !/(^|\/)node_modules\//.test(name))
    .map((name) => join(ROOT, folder, name))
    .sort();
}

/** The sources below a folder, without tests. */
export function sourcesIn(folder: string): string[] {
  return filesIn(folder).filter((path) => !path.endsWith(".test.ts"));
}

const parsed = new Map<string, Source>();

/** The syntax tree of a file, or of the text in its place; remembered for the path. */
export function parse(path: string, text?: string): Source {
  const known = parsed.get(path);
  if (known !== undefined && text === undefined) return known;
  const content = text ?? readFileSync(path, "utf8");
  const { program, comments, errors } = parseSync(path, content);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const docs = comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  const source = {
    path,
    text: content,
    body: program.body as ESTree.Statement[],
    docEnds: docs.map(({ end }) => end),
  };
  parsed.set(path, source);
  return source;
}

/** Every node below and including this one, parents first; not below those for which `enter` says no. */
export function* nodesOf(node: unknown, enter: (node: Node) => boolean = () => true): Generator<Node> {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) yield* nodesOf(item, enter);
    return;
  }
  if (!("type" in node) || typeof node.type !== "string") return;
  if (!enter(node as unknown as Node)) return;
  yield node as unknown as Node;
  for (const value of Object.values(node)) yield* nodesOf(value, enter);
}
