import { type Command, CommanderError } from "commander";
import { DpError } from "../../../src/errors.js";
import { escapeControls } from "../../shared/words/escape-controls.js";
import { exitStatus } from "./exit-status.js";
import { isRepeatable } from "./repeatable.js";

/**
 * Runs the program; an error becomes one line on stderr and the exit status of its kind. Without a command it
 * prints its help.
 *
 * Sets `process.exitCode` instead of leaving at once, so that what was printed is flushed.
 */
export async function runProgram(program: Command, argv: readonly string[]): Promise<void> {
  refuseRepeatedFlags(program);
  try {
    await program.parseAsync(argv.length > 2 ? argv : [...argv, "help"]);
  } catch (error) {
    process.exitCode = exitStatus(error);
    if (process.exitCode !== 0) printError(messageOf(error), program.name());
  }
}

/** One line on stderr; what would move a terminal's cursor or change its colours is spelled out. */
export function printError(message: string, program: string = "croupier"): void {
  process.stderr.write(`${program}: ${escapeControls(message.trim().replace(/\s*\n\s*/g, " "))}\n`);
}

/** Of two values for one flag the first would be passed over. */
function refuseRepeatedFlags(command: Command): void {
  for (const option of command.options) {
    if (isRepeatable(option)) continue;
    let given = false;
    command.on(`option:${option.name()}`, (value: unknown) => {
      if (given)
        throw new DpError("BAD_INPUT", `${option.long} must be given once`, {
          parameter: option.long!,
          value,
        });
      given = true;
    });
  }
  command.commands.forEach(refuseRepeatedFlags);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof CommanderError ? reworded(error.message) : error.message;
}

/** Commander's messages in the words of the other errors. */
function reworded(message: string): string {
  return message
    .replace(/^error: /, "")
    .replace(/^required option '(\S+).*' not specified$/, "$1 must be given")
    .replace(/^option '(\S+).*' argument missing$/, "$1 must have a value")
    .replace(/^missing required argument '(.*)'$/, "<$1> must be given");
}
