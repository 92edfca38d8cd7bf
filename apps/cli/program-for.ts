import type { Command } from "commander";
import { createProgram } from "./_internal/create-program.js";

const questions = () => import("./question-commands.js");
const tables = () => import("./table-commands.js");
const learning = () => import("./learning-commands.js");

/** What all of the commands need takes longer to load than one of them takes for some of its answers. */
const BY_THEMSELVES: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  train: async () => (await learning()).addTrainCommand,
  predict: async () => (await learning()).addPredictCommand,
  account: async () => (await questions()).addAccountCommand,
  calibrate: async () => (await questions()).addCalibrateCommand,
  design: async () => (await tables()).addDesignCommand,
  delta: async () => (await questions()).addDeltaCommand,
  rdp: async () => (await questions()).addRdpCommand,
  analyze: async () => (await tables()).addAnalyzeCommand,
  audit: async () => (await learning()).addAuditCommand,
  experiment: async () => (await learning()).addExperimentCommand,
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
