import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { CliResult } from "./run-cli.js";

const MAIN = resolve(import.meta.dirname, "../../../dist/apps/cli/croupier.js");
const RUNNER = join(import.meta.dirname, "../_workers/run-built.mjs");

let runner: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a line of the built command in a process that all lines of a test file share, with a text on its
 * standard input: a start for each takes a hundred times as long. Only for what ends before any thread
 * starts; `runCli` starts a process.
 */
export async function runBuilt(
  args: readonly string[],
  input = "",
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const result = last.then(() => answerOf({ args, input, env }));
  last = result.catch(() => {});
  return result;
}

interface Line {
  readonly args: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
}

async function answerOf(line: Line): Promise<CliResult> {
  runner ??= fork(RUNNER, [MAIN], { env: { ...process.env, NO_COLOR: "1" } });
  const stopped = new AbortController();
  const died = once(runner, "exit", stopped).then(([code]) => {
    runner = undefined;
    throw new Error(`croupier ${line.args.join(" ")}: the process ended with ${code}`);
  });
  died.catch(() => {});
  runner.send(line);
  const [result] = await Promise.race([once(runner, "message"), died]);
  stopped.abort();
  return result as CliResult;
}
