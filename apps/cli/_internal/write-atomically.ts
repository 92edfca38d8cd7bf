import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Writes a whole file or nothing: to a neighbour first, flushed to the disk, then renamed over the old one.
 *
 * A symbolic link stays, and the file behind it is written. What is no file, such as a pipe or a device, is written to directly.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing?.isFile() === false) writeFileSync(path, content);
    else replaceFile(behindLinks(path), content);
  } catch (error) {
    throw new Error(`cannot write ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Where a file is or, when it is not there yet, would be made. */
function behindLinks(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  return behindLinks(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

function replaceFile(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    writeFlushed(temporary, typeof content === "string" ? new TextEncoder().encode(content) : content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
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
