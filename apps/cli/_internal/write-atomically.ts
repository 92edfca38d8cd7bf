import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Writes a whole file or nothing: to a neighbour first, flushed to the disk, then renamed over the old one. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const temporary = `${path}.partial`;
  try {
    writeFlushed(temporary, bytes);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function writeFlushed(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "w");
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
