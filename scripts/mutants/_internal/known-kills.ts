import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "../mutant.js";

/** Mutants that an earlier run killed, in a file that a later one goes on with: a line for each. */
export class KnownKills {
  readonly #root: string;
  readonly #path: string | undefined;
  readonly #known: Set<string>;

  /** @param path the file, which need not be there; undefined keeps nothing */
  constructor(root: string, path: string | undefined) {
    this.#root = root;
    this.#path = path;
    const text = path !== undefined && existsSync(path) ? readFileSync(path, "utf8") : "";
    this.#known = new Set(text.split("\n").map((line) => line.split(" ")[0]!));
  }

  /** Whether this very mutant was killed, of the file and by the tests as they are. */
  has(mutant: Mutant): boolean {
    return this.#known.has(this.#keyOf(mutant));
  }

  add(mutant: Mutant): void {
    if (this.#path === undefined) return;
    appendFileSync(this.#path, `${this.#keyOf(mutant)} ${mutant.file}: ${mutant.what}\n`);
  }

  #keyOf({ file, from, to, tests }: Mutant): string {
    const texts = [file, ...tests].map((path) => readFileSync(join(this.#root, path), "utf8"));
    return createHash("sha256")
      .update(JSON.stringify([file, from, to, tests, texts]))
      .digest("hex");
  }
}
