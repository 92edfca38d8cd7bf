import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import type { Mutant } from "../mutant.js";

/** What must not be copied: too much, or of no use to tests. */
const LEFT_OUT = ["node_modules", ".git", "runs", "docs"];
/** A mutant that runs for ever has been noticed. */
const TIMEOUT_MS = 240_000;
/** What a test takes that runs the package or a command, which are bundles, and not the sources. */
const TAKES_BUNDLES = /from "croupier-dp|\/run-(cli|built)\.js"|\/running-server\.js"/;

/** A copy of the tree, built, in which mutants are tried without touching the original. */
export class Workbench {
  readonly #folder: string;
  #end = (): void => {};

  /** @param root the repository, after `npm run build` */
  constructor(root: string) {
    this.#folder = mkdtempSync(join(tmpdir(), "mutants-"));
    for (const entry of readdirSync(root)) {
      if (!LEFT_OUT.includes(entry))
        cpSync(join(root, entry), join(this.#folder, entry), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(this.#folder, "node_modules"));
  }

  /** Why a mutant cannot be tried; undefined where it can. */
  obstacle({ file, from, to, tests }: Mutant): string | undefined {
    const missing = [file, ...tests].find((path) => !existsSync(join(this.#folder, path)));
    if (missing !== undefined) return `there is no ${missing}`;
    const text = this.#read(file);
    const count = text.split(from).length - 1;
    if (count !== 1) return `its original text stands ${count} times in ${file}`;
    try {
      transpiled(text.replace(from, () => to));
    } catch {
      return "it is no TypeScript";
    }
    return from === to ? "it changes nothing" : undefined;
  }

  /** Whether a test notices. */
  async isKilled({ file, from, to, tests }: Mutant): Promise<boolean> {
    const original = this.#read(file);
    const isBundled = tests.some((test) => TAKES_BUNDLES.test(this.#read(test)));
    try {
      this.#write(
        file,
        original.replace(from, () => to),
      );
      if (isBundled) this.bundle();
      return !(await this.passes(tests, "ignore"));
    } finally {
      this.#write(file, original);
      if (isBundled) this.bundle();
    }
  }

  /** Whether all of these test files pass; what they print is shown, or not. */
  passes(tests: readonly string[], output: "inherit" | "ignore"): Promise<boolean> {
    const vitest = join(this.#folder, "node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--bail=1", "--reporter=dot", ...tests];
    const run = spawn(process.execPath, args, { cwd: this.#folder, stdio: output, detached: true });
    this.#end = () => void process.kill(-run.pid!, "SIGKILL");
    const timer = setTimeout(this.#end, output === "ignore" ? TIMEOUT_MS : 10 * TIMEOUT_MS);
    return new Promise((resolve) => {
      run.on("exit", (status) => {
        clearTimeout(timer);
        this.#end = () => {};
        resolve(status === 0);
      });
    });
  }

  /** Ends what runs, and takes the copy away. */
  close(): void {
    this.#end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Makes the package and the commands of the copy's modules anew. */
  bundle(): void {
    const { status, stderr } = spawnSync(process.execPath, ["scripts/finish-build.mjs"], {
      cwd: this.#folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`the bundles cannot be made\n${stderr}`);
  }

  #read(file: string): string {
    return readFileSync(join(this.#folder, file), "utf8");
  }

  /** Workers run what was built. */
  #write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text);
    const built = join(this.#folder, "dist", file.replace(/\.ts$/, ".js"));
    writeFileSync(built, transpiled(text));
  }
}

function transpiled(text: string): string {
  return transformSync(text, { loader: "ts", format: "esm", logLevel: "silent" }).code;
}
