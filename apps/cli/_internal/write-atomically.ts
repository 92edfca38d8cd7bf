import { lstatSync, readlinkSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { replaceFile } from "./replace-file.js";

/**
 * Writes a whole file or nothing; see {@link replaceFile}.
 *
 * A symbolic link stays, and the file behind it is written. What is no file, such as a pipe or a device, is
 * written to directly.
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
