import type { Command } from "commander";
import { type AnalyzeFlags, addAnalyzeFlags, checkTogether } from "./_internal/analyze/analyze-flags.js";
import { estimateColumn } from "./_internal/analyze/estimate-column.js";
import { drawnEstimates } from "./_internal/analyze/interval-chart.js";
import { printEstimates } from "./_internal/analyze/print-estimates.js";
import { toJson } from "./_internal/to-json.js";
import { writeAtomically } from "./_internal/write-atomically.js";

const HELP = `
Every record is one user, who sends one randomized report. An empty cell is an error unless --missing
says what it counts as: leaving users out would show in the number of reports, which is public.
The categories and the bounds must not be learned from the data; without --categories the list of values
that occur is disclosed, and the output says so.

Examples:
  croupier analyze survey.csv --column smokes --categories no,yes --local-epsilon 2
  croupier analyze survey.csv --column city --categories "Bern,Basel,elsewhere" --missing elsewhere --local-epsilon 4 --simultaneous
  croupier analyze survey.csv --column age --mean --lower 18 --upper 100 --local-epsilon 3 --delta 1e-6 --json
  croupier analyze survey.csv --column smokes --categories no,yes --local-epsilon 2 --plot smokes.svg
`;

/** `croupier analyze`: frequencies or the mean of a CSV column from shuffled randomized reports. */
export function addAnalyzeCommand(program: Command): void {
  addAnalyzeFlags(program.command("analyze"))
    .summary("a CSV column's frequencies or mean from shuffled randomized reports, and what they spend")
    .addHelpText("after", HELP)
    .action(async (file: string, flags: AnalyzeFlags) => {
      checkTogether(flags);
      const report = await estimateColumn(file, flags);
      if (flags.plot !== undefined) writeAtomically(flags.plot, await drawnEstimates(report));
      if (flags.json) process.stdout.write(`${toJson({ ...report, reports: undefined })}\n`);
      else printEstimates(report);
    });
}
