import { Command } from "commander";
import { printError } from "./run-program.js";
import { VERSION } from "./version.js";

/** The bare program: commands added to it inherit its way with errors, help and bad usage. */
export function createProgram(): Command {
  return new Command("croupier")
    .description("Differential privacy in the shuffle model: every figure says what it is worth.")
    .version(VERSION, "--version", "print the version")
    .exitOverride()
    .configureOutput({ outputError: (message) => printError(message.replace(/^error: /, "")) })
    .configureHelp({ sortOptions: false })
    .addHelpText(
      "after",
      "\nExit status: 0 done; 2 bad arguments; 3 mechanism or method does not apply; 4 data missing or unreadable; 1 anything else.",
    );
}
