import { createRequire } from "node:module";
import type { Command } from "commander";
import { CheckedCommand } from "../../../cli/_internal/checked-command.js";
import { columnsOf } from "../../../cli/_internal/terminal/columns-of.js";
import { addHelpSections } from "../../../cli/_internal/terminal/help-sections.js";

/** Of the package. */
export const VERSION: string = createRequire(import.meta.url)("croupier-server/package.json").version;

const EXIT_STATUS =
  "Exit status: 0 done; 2 bad arguments; 3 refused: by a limit, a budget or another party; 4 data missing or unreadable; " +
  "130 and 143 interrupted (Ctrl-C, SIGTERM) before the end; 1 anything else. A server that is interrupted ends in good order, with 0.";

/** The bare program: commands added to it inherit its way with errors, help and bad usage. */
export function createServerProgram(): Command {
  const program = new CheckedCommand("croupier-server")
    .description(
      "Private surveys in the shuffle model: clients, a shuffler that enforces the limits, an analyzer.",
    )
    .version(VERSION, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      // Whoever runs the program prints its errors.
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(process.stdout),
      getErrHelpWidth: () => columnsOf(process.stderr),
    })
    .configureHelp({ sortOptions: false })
    .helpCommand(false);
  addHelpSections(program, [{ text: EXIT_STATUS }]);
  return program;
}
