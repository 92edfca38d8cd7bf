import type { Command } from "commander";
import { createProgram } from "./_internal/create-program.js";
import { addHelpCommand } from "./_internal/help-command.js";
import { addAccountCommand } from "./account.js";
import { addAnalyzeCommand } from "./analyze.js";
import { addAuditCommand } from "./audit.js";
import { addCalibrateCommand } from "./calibrate.js";
import { addCompletionCommands } from "./completion.js";
import { addDeltaCommand } from "./delta.js";
import { addDesignCommand } from "./design.js";
import { addExperimentCommand } from "./experiment.js";
import { addPredictCommand } from "./predict.js";
import { addRdpCommand } from "./rdp.js";
import { addTrainCommand } from "./train.js";

/** The program `croupier` with all of its commands. */
export function croupierProgram(): Command {
  const program = createProgram();
  addTrainCommand(program);
  addPredictCommand(program);
  addAccountCommand(program);
  addCalibrateCommand(program);
  addDesignCommand(program);
  addDeltaCommand(program);
  addRdpCommand(program);
  addAnalyzeCommand(program);
  addAuditCommand(program);
  addExperimentCommand(program);
  addCompletionCommands(program);
  addHelpCommand(program);
  return program;
}
