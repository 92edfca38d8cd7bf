import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";

const MAIN = resolve(import.meta.dirname, "../../../dist/apps/cli/croupier.js");

export interface CliResult {
  readonly status: number | null;
  /** What ended it, where it did not end by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built CLI as a process of its own; `onStart` may watch or signal it. */
export function runCli(args: readonly string[], onStart?: (child: ChildProcess) => void): Promise<CliResult> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, NO_COLOR: "1" } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  onStart?.(child);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (status, signal) => done({ status, signal, stdout, stderr }));
  });
}
