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
  /**
   * Runs programs one after the other in one process, which ends when the last one has nothing left to do.
   */
  readonly runAll: (codes: readonly string[]) => ProgramRun[];
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

/** Imports each program that it is given, and prints what they printed and how they ended. */
const RUNNER = `
const runs = [];
const streams = ["stdout", "stderr"];
const writes = streams.map((name) => process[name].write);
for (const file of process.argv.slice(2)) {
  const run = { status: 0, stdout: "", stderr: "" };
  for (const name of streams) process[name].write = (text) => { run[name] += text; return true; };
  await import(file).catch((error) => { run.stderr += error.stack; run.status = 1; });
  run.status ||= process.exitCode ?? 0;
  process.exitCode = undefined;
  runs.push(run);
}
for (const [i, name] of streams.entries()) process[name].write = writes[i];
console.log(JSON.stringify(runs));
`;

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
      write("program.js", javaScriptOf(code));
      return spawnSync(process.execPath, ["program.js"], { cwd: folder, encoding: "utf8" });
    },
    runAll: (codes) => {
      const files = codes.map((_, i) => `./program-${i}.js`);
      for (const [i, code] of codes.entries()) write(files[i]!, javaScriptOf(code));
      write("runner.js", RUNNER);
      const { stdout, stderr } = spawnSync(process.execPath, ["runner.js", ...files], {
        cwd: folder,
        encoding: "utf8",
      });
      if (stderr !== "") throw new Error(stderr);
      return JSON.parse(stdout);
    },
    typeErrors: () => {
      const compiler = join(ROOT, "node_modules/.bin/tsc");
      return spawnSync(compiler, ["--pretty", "false"], { cwd: folder, encoding: "utf8" }).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function javaScriptOf(code: string): string {
  return transformSync(code, { loader: "ts", format: "esm" }).code;
}
