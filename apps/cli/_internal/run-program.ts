import { type Command, CommanderError } from "commander";
import { exitStatus } from "./exit-status.js";
import { escapeControls } from "./terminal/escape-controls.js";

/**
 * Runs the program; an error becomes one line on stderr and the exit status of its kind.
 *
 * Sets `process.exitCode` instead of leaving at once, so that what was printed is flushed.
 */
export async function runProgram(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = exitStatus(error);
    if (!(error instanceof CommanderError))
      printError(error instanceof Error ? error.message : String(error));
  }
}

/** One line on stderr. */
export function printError(message: string): void {
  process.stderr.write(`croupier: ${escapeControls(message.trim().replace(/\s*\n\s*/g, " "))}\n`);
}
