import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { CliResult } from "./run-cli.js";

const MAIN = resolve(import.meta.dirname, "../../../dist/apps/cli/croupier.js");
const RUNNER = join(import.meta.dirname, "../_workers/run-built.mjs");

let runner: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a line of the built command in a process that all lines of a test file share: a start for each takes a
 * hundred times as long. Only for what ends before any thread starts; `runCli` starts a process.
 */
export async function runBuilt(args: readonly string[]): Promise<CliResult> {
  const result = last.then(() => answerOf(args));
  last = result.catch(() => {});
  return result;
}

async function answerOf(args: readonly string[]): Promise<CliResult> {
  runner ??= fork(RUNNER, [MAIN], { env: { ...process.env, NO_COLOR: "1" } });
  const stopped = new AbortController();
  const died = once(runner, "exit", stopped).then(([code]) => {
    runner = undefined;
    throw new Error(`croupier ${args.join(" ")}: the process ended with ${code}`);
  });
  died.catch(() => {});
  runner.send(args);
  const [result] = await Promise.race([once(runner, "message"), died]);
  stopped.abort();
  return result as CliResult;
}
