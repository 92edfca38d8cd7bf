import { type CliResult, runCli } from "./run-cli.js";

/** Runs the built CLI with a text on its standard input. */
export function askCli(args: readonly string[], input = ""): Promise<CliResult> {
  return runCli(args, ({ stdin }) => {
    stdin!.on("error", () => {}); // a program that refuses its arguments does not read
    stdin!.end(input);
  });
}
