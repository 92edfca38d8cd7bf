import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The ends of the names that files have while they are written; what a process left behind that was killed
 * meanwhile bears one.
 */
export const PARTIAL: RegExp = /\.[0-9a-f]{16}\.partial$/;

/**
 * Writes a whole file or nothing: to a new neighbour first, flushed to the disk, then renamed over whatever
 * bears the name. A symbolic link is itself replaced, and what it points to stays as it is.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const temporary = partialName(path);
  try {
    writeFlushed(temporary, typeof content === "string" ? new TextEncoder().encode(content) : content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushFolder(dirname(path));
}

/** A name beside a file's own that no other process thinks of. */
export function partialName(path: string): string {
  return `${path}.${randomBytes(8).toString("hex")}.partial`;
}

function writeFlushed(path: string, bytes: Uint8Array): void {
  const file = openSync(path, "wx");
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a new name last through a power failure, where the platform can: so files are on the disk in the
 * order of their writing.
 */
function flushFolder(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, "r");
    fsyncSync(folder);
  } catch {
    // Some platforms open no folders.
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
