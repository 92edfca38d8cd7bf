import type { Command } from "commander";
import type { AnalyzeReport } from "../shared/analyze/analyze-report.js";
import { estimatesCsv } from "../shared/analyze/output/estimates-csv.js";
import { estimatesJson } from "../shared/analyze/output/estimates-json.js";
import { estimatesText } from "../shared/analyze/output/estimates-text.js";
import { drawnEstimates } from "../shared/analyze/output/interval-chart.js";
import { type AnalyzeFlags, addAnalyzeFlags, planOf } from "./_internal/analyze/analyze-flags.js";
import { analyzeTable } from "./_internal/analyze/analyze-table.js";
import { refuseOverwriting } from "./_internal/refuse-overwriting.js";
import { printError } from "./_internal/run-program.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";
import { layoutOf } from "./_internal/terminal/layout-of.js";
import { writeAtomically } from "./_internal/write-atomically.js";

const HELP: readonly HelpSection[] = [
  {
    text:
      "Every record is one user, who sends one randomized report about each column. An empty cell is an error unless --missing says what it counts as: " +
      "leaving users out would show in the number of reports, which is public. Categories, bounds and edges must not be learned from the data; without " +
      "--categories the list of values that occur is disclosed, and the output begins with that. All columns together have one guarantee. " +
      "Where a column of numbers could be read in two ways, both are shown and nothing is computed until flags say which.",
  },
  {
    title: "Examples:",
    commands: [
      [
        "How many smoke?",
        "croupier analyze survey.csv --column smokes --categories no,yes --local-epsilon 2",
      ],
      [
        "Empty cells count as a category; all intervals hold together:",
        'croupier analyze survey.csv --column city --categories "Bern,Basel,elsewhere" --missing elsewhere --local-epsilon 4 --simultaneous',
      ],
      [
        "A mean, as JSON:",
        "croupier analyze survey.csv --column age --mean --lower 18 --upper 100 --local-epsilon 3 --delta 1e-6 --json",
      ],
      [
        "Quantiles, from 20 bins:",
        "croupier analyze incomes.csv.gz --column income --quantiles 0.1,0.5,0.9 --lower 0 --upper 20000 --bins 20 --local-epsilon 3",
      ],
      [
        "True answers that the shuffler hides among dummies, with the fewest that meet an epsilon:",
        "croupier analyze survey.csv --column smokes --categories no,yes --dummies --target-epsilon 0.2 --delta 1e-6",
      ],
      [
        "Two columns under one guarantee:",
        "croupier analyze survey.csv --column smokes --categories no,yes --column age --histogram --edges 18,30,50,100 --local-epsilon 4",
      ],
      [
        "Amounts such as 1.858,50, where NA means no answer, which counts as 0:",
        "croupier analyze sales.csv --column amount --mean --lower 0 --upper 5000 --thousands point --decimal-comma --missing-values NA --missing 0 --local-epsilon 3",
      ],
      [
        "How many smoke in each city, for a spreadsheet:",
        "croupier analyze survey.csv --group-by city --categories Bern,Basel --column smokes --categories no,yes --local-epsilon 3 --csv",
      ],
    ],
  },
];

/**
 * `croupier analyze`: shares, means, histograms and quantiles of a table's columns from shuffled randomized
 * reports.
 */
export function addAnalyzeCommand(program: Command): void {
  const command = program.command("analyze");
  const requests = addAnalyzeFlags(command);
  addHelpSections(command, HELP);
  command
    .summary("shares, means, histograms and quantiles of a table's columns from shuffled randomized reports")
    .action(async (file: string, flags: AnalyzeFlags) => {
      const plan = planOf(flags, requests());
      refuseOverwriting("--plot", flags.plot, file);
      const report = await analyzeTable(file, plan);
      if (report.delimiterGuessed && report.delimiter !== ",")
        printError(
          `columns are taken as separated by ${JSON.stringify(report.delimiter)}; --delimiter says otherwise`,
        );
      if (flags.plot !== undefined) writeAtomically(flags.plot, await drawnEstimates(report));
      print(report, flags);
    });
}

function print(report: AnalyzeReport, { json, csv, decimalComma = false }: AnalyzeFlags): void {
  if (json) process.stdout.write(`${estimatesJson(report)}\n`);
  else if (csv) {
    [...report.warnings, ...report.remarks].forEach((each) => {
      printError(each);
    });
    process.stdout.write(`${estimatesCsv(report, decimalComma)}\n`);
  } else process.stdout.write(`${estimatesText(report, layoutOf(process.stdout))}\n`);
}
