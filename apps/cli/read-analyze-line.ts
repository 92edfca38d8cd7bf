import { Command } from "commander";
import type { ReadColumns } from "../shared/analyze/input/open-columns.js";
import { type AnalyzeFlags, addAnalyzeFlags, planOf } from "./_internal/analyze/analyze-flags.js";
import { readColumns } from "./_internal/analyze/read-columns.js";

/**
 * The columns that a command line of `croupier analyze` asks for, as the command reads them from its file;
 * the words are those behind `analyze`.
 */
export async function readAnalyzeLine(words: readonly string[]): Promise<ReadColumns> {
  const command = new Command().exitOverride();
  const requests = addAnalyzeFlags(command);
  command.parse(words, { from: "user" });
  const { read } = await readColumns(command.args[0]!, planOf(command.opts<AnalyzeFlags>(), requests()));
  return read;
}
