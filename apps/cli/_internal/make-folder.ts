import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DpError } from "../../../src/errors.js";

/**
 * Makes the folder of `--out` where there is none.
 *
 * @throws DpError BAD_INPUT it cannot be made, or is no folder
 */
export function makeFolder(path: string): void {
  try {
    makeWithParents(path);
  } catch (cause) {
    const message = `--out ${path} cannot be made: ${(cause as Error).message}; choose another folder`;
    throw new DpError("BAD_INPUT", message, { parameter: "--out", value: path }, cause);
  }
}

/** Not by mkdir's own recursion, which never returns where a folder takes no entries, as in /proc. */
function makeWithParents(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found !== undefined) throw new Error(`${path} is no folder`);
  const parent = dirname(path);
  if (parent !== path) makeWithParents(parent);
  mkdirSync(path);
}
