import type { Command } from "commander";
import { createProgram } from "./_internal/create-program.js";

/** What all of the commands need takes longer to load than one of them takes for some of its answers. */
const BY_THEMSELVES: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  train: async () => (await import("./learning-commands.js")).addTrainCommand,
  predict: async () => (await import("./learning-commands.js")).addPredictCommand,
  account: async () => (await import("./question-commands.js")).addAccountCommand,
  calibrate: async () => (await import("./question-commands.js")).addCalibrateCommand,
  design: async () => (await import("./table-commands.js")).addDesignCommand,
  delta: async () => (await import("./question-commands.js")).addDeltaCommand,
  rdp: async () => (await import("./question-commands.js")).addRdpCommand,
  analyze: async () => (await import("./table-commands.js")).addAnalyzeCommand,
  audit: async () => (await import("./learning-commands.js")).addAuditCommand,
  experiment: async () => (await import("./learning-commands.js")).addExperimentCommand,
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
