import type { Command, Option } from "commander";
import { CheckedCommand } from "./checked-command.js";
import { columnsOf } from "./terminal/columns-of.js";
import { addHelpSections } from "./terminal/help-sections.js";
import { VERSION } from "./version.js";

const EXIT_STATUS =
  "Exit status: 0 done; 2 bad arguments; 3 mechanism or method does not apply; 4 data missing or unreadable; " +
  "5 a claim is refuted, with audit --fail-on-refuted alone; 130 and 143 interrupted (Ctrl-C, SIGTERM); 1 anything else.";

/** The bare program: commands added to it inherit its way with errors, help and bad usage. */
export function createProgram(): Command {
  const program = new CheckedCommand("croupier")
    .description("Differential privacy in the shuffle model: every figure says what it is worth.")
    .version(VERSION, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      // Whoever runs the program prints its errors.
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(process.stdout),
      getErrHelpWidth: () => columnsOf(process.stderr),
    })
    .configureHelp({
      sortOptions: false,
      optionDescription,
      argumentDescription: ({ description }) => description,
    })
    .helpCommand(false);
  addHelpSections(program, [{ text: EXIT_STATUS }]);
  return program;
}

/** Without a list of the allowed words: it stands in the description where they are few, see `wordOption`. */
function optionDescription({ description, defaultValue, defaultValueDescription }: Option): string {
  const fallback = defaultValueDescription ?? defaultValue;
  return fallback === undefined ? description : `${description} (default: ${fallback})`;
}
