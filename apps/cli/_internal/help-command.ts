import type { Command } from "commander";
import { checkOneOf } from "../../../src/validate.js";

/** Adds `help [command]`; a command that is not there fails, whether it is to run or to be explained. */
export function addHelpCommand(program: Command): void {
  program
    .command("help")
    .summary("this text, or a command's")
    .description("Print the program's help, or a command's.")
    .argument("[command]", "as in croupier help train", (name) => commandOf(program, name))
    .action((command: Command = program) => command.help());
  program.on("command:*", ([name]) => commandOf(program, name));
  program.on("beforeHelp", () => {
    const [name] = program.args;
    if (name !== undefined && !name.startsWith("-")) commandOf(program, name);
  });
}

function commandOf(program: Command, name: string): Command {
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((command) => command.name());
  const known = checkOneOf("command", name, names);
  return program.commands.find((command) => command.name() === known)!;
}
