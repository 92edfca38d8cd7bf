import { DpError } from "../errors.js";

type BuiltinName = `node:${string}`;

/**
 * One of Node's modules; undefined elsewhere.
 *
 * It is not imported: pages and bundlers would look for an imported one, also where it is not used.
 */
export function nodeBuiltin<Result>(name: BuiltinName): Result | undefined {
  return globalThis.process?.getBuiltinModule?.(name) as Result | undefined;
}

/**
 * One of Node's modules, for what only Node can do.
 *
 * @param advice what to do instead in a page
 * @throws DpError UNSUPPORTED outside Node
 */
export function requireNode<Result>(name: BuiltinName, advice = "run this in Node"): Result {
  const found = nodeBuiltin<Result>(name);
  if (found !== undefined) return found;
  const details = { parameter: "platform", value: "a web page", allowed: "Node" };
  throw new DpError("UNSUPPORTED", `${name}: the platform must be Node, got a web page; ${advice}`, details);
}
