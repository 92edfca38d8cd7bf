import type { Command } from "commander";
import { createProgram } from "./_internal/create-program.js";

/** Commands that do not train: what the others need takes longer to load than some of their answers. */
const BY_THEMSELVES: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  account: async () => (await import("./account.js")).addAccountCommand,
  calibrate: async () => (await import("./calibrate.js")).addCalibrateCommand,
  delta: async () => (await import("./delta.js")).addDeltaCommand,
  rdp: async () => (await import("./rdp.js")).addRdpCommand,
};

/**
 * The program for a command line: with the one command that it begins with, where that is one by itself, else
 * with all of them.
 */
export async function programFor([name]: readonly string[]): Promise<Command> {
  if (name === undefined || !Object.hasOwn(BY_THEMSELVES, name)) {
    const { croupierProgram } = await import("./croupier-program.js");
    return croupierProgram();
  }
  const program = createProgram();
  const addCommand = await BY_THEMSELVES[name]!();
  addCommand(program);
  return program;
}
