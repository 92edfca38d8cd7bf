import { requireNode } from "../../../tensor/node-builtin.js";

const ADVICE = "fetch the files and make examples of their bytes";

/** Node's file functions. */
export function nodeFiles(): typeof import("node:fs") {
  return requireNode("node:fs", ADVICE);
}

/** A file's path in a directory. */
export function joinPath(...parts: string[]): string {
  return requireNode<typeof import("node:path")>("node:path", ADVICE).join(...parts);
}
