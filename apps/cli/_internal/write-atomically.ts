import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

/** Writes a whole file or nothing: to a neighbour first, flushed to the disk, then renamed over the old one. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const temporary = `${path}.partial`;
  const file = openSync(temporary, "w");
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
