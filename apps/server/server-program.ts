import type { Command } from "commander";
import { addHelpCommand } from "../cli/_internal/help-command.js";
import { createServerProgram } from "./_internal/commands/create-server-program.js";
import { addAnalyzerCommand } from "./analyzer.js";
import { addClientCommand } from "./client.js";
import { addFederationCommand } from "./federation.js";
import { addLedgerCommand } from "./ledger.js";
import { addServeCommand } from "./serve.js";
import { addShufflerCommand } from "./shuffler.js";
import { addSimulateCommand } from "./simulate.js";
import { addStudyCommand } from "./study.js";

/** The program `croupier-server` with all of its commands. */
export function serverProgram(): Command {
  const program = createServerProgram();
  addServeCommand(program);
  addShufflerCommand(program);
  addAnalyzerCommand(program);
  addClientCommand(program);
  addSimulateCommand(program);
  addFederationCommand(program);
  addStudyCommand(program);
  addLedgerCommand(program);
  addHelpCommand(program);
  return program;
}
