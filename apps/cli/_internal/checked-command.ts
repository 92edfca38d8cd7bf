import { Command } from "commander";
import { unknownFlag } from "./unknown-flag.js";

/**
 * A command that complains of an unknown flag before it misses one: the one that is missing is often the one
 * that was meant.
 */
export class CheckedCommand extends Command {
  override createCommand(name?: string): CheckedCommand {
    return new CheckedCommand(name);
  }

  override parseOptions(args: string[]): ReturnType<Command["parseOptions"]> {
    const parsed = super.parseOptions(args);
    const { operands, unknown } = parsed;
    // A group of commands is given the flags that follow a subcommand's name without that name.
    const isForSubcommand = this.commands.length > 0 && (operands.length > 0 || this.parent !== null);
    if (isForSubcommand || unknown.length === 0 || unknown.some(isHelp)) return parsed;
    throw unknownFlag(this, unknown[0]!);
  }
}

/** Commander counts it among the unknown flags until it prints the help. */
function isHelp(flag: string): boolean {
  return flag === "--help" || flag === "-h";
}
