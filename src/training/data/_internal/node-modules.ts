import { DpError } from "../../../errors.js";

interface NodeModules {
  readonly "node:fs": typeof import("node:fs");
  readonly "node:fs/promises": typeof import("node:fs/promises");
  readonly "node:module": typeof import("node:module");
  readonly "node:path": typeof import("node:path");
  readonly "node:zlib": typeof import("node:zlib");
}

/** One of Node's modules, fetched when it is used: pages load this library too, and have none. */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] {
  const found = globalThis.process?.getBuiltinModule?.(name) as NodeModules[Name] | undefined;
  if (found !== undefined) return found;
  throw new DpError(
    "DATA_UNREADABLE",
    `data files are read in Node alone (20.16 or later), and ${name} is missing; make examples with examplesFrom`,
    { parameter: name, allowed: "Node 20.16 or later" },
  );
}
