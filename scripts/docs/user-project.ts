import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";

/** The repository's root, where `npm` and `vitest` run. */
export const ROOT: string = resolve(".");

const COMPILER_OPTIONS = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

/**
 * A folder outside the repository, as a user's project in strict TypeScript that has the package installed.
 */
export interface UserProject {
  readonly folder: string;
  readonly write: (name: string, text: string) => void;
  /** Runs a program in TypeScript. */
  readonly run: (code: string) => ProgramRun;
  /** What the compiler says of all files; empty if they are right. */
  readonly typeErrors: () => string;
  readonly remove: () => void;
}

/** What a program printed, and how it ended. */
export interface ProgramRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new one, to be removed after use. The package is the built repository. */
export function createUserProject(): UserProject {
  const folder = mkdtempSync(join(tmpdir(), "croupier-docs-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/croupier-dp"));
  symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
  write("package.json", JSON.stringify({ type: "module" }));
  write("tsconfig.json", JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["*.ts"] }));
  return {
    folder,
    write,
    run: (code) => {
      write("program.js", transformSync(code, { loader: "ts", format: "esm" }).code);
      return spawnSync(process.execPath, ["program.js"], { cwd: folder, encoding: "utf8" });
    },
    typeErrors: () => {
      const compiler = join(ROOT, "node_modules/.bin/tsc");
      return spawnSync(compiler, ["--pretty", "false"], { cwd: folder, encoding: "utf8" }).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
