import { cpSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)\.js"/g;

/**
 * Copies the declarations that some entries consist of, in place of what was there: theirs and all that they
 * import.
 */
export function copyDeclarations(entries, from, to) {
  const found = new Set(entries);
  for (const path of found) {
    for (const [, target] of readFileSync(join(from, path), "utf8").matchAll(IMPORT)) {
      found.add(`${join(dirname(path), target)}.d.ts`);
    }
  }
  rmSync(to, { recursive: true, force: true });
  for (const path of found) cpSync(join(from, path), join(to, path));
}
