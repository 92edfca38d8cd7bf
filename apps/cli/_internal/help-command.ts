import { Argument, type Command } from "commander";
import { checkOneOf } from "../../../src/validate.js";

/**
 * Adds `help [command]`, after all other commands. One that is not there fails, whether it is to run or to be
 * explained.
 */
export function addHelpCommand(program: Command): void {
  const help = program
    .command("help")
    .summary("this text, or a command's")
    .description("Print the program's help, or a command's.");
  const commands = program.createHelp().visibleCommands(program);
  const names = commands.map((command) => command.name());
  const checkName = (name: string): string => checkOneOf("command", name, names);
  help
    .addArgument(new Argument("[command]", "as in croupier help train").choices(names).argParser(checkName))
    .action((name?: string) => (commands.find((command) => command.name() === name) ?? program).help());
  program.on("command:*", ([name]) => checkName(name));
  program.on("beforeHelp", () => {
    const [name] = program.args;
    if (name !== undefined && !name.startsWith("-")) checkName(name);
  });
}
