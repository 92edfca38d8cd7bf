import type { Command } from "commander";
import { addHelpCommand } from "../cli/_internal/help-command.js";
import { createServerProgram } from "./_internal/commands/create-server-program.js";
import { addStudyCommand } from "./study.js";

/** The program `croupier-server` with all of its commands. */
export function serverProgram(): Command {
  const program = createServerProgram();
  addStudyCommand(program);
  addHelpCommand(program);
  return program;
}
