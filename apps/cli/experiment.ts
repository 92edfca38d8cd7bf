import { existsSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { Argument, type Command } from "commander";
import { EXPERIMENTS } from "../../experiments/experiments.js";
import { type ListedExperiment, titleOf } from "../../experiments/listed-experiment.js";
import { DpError } from "../../src/errors.js";
import { checkOneOf, RANGES } from "../../src/validate.js";
import type { ExperimentReport } from "../shared/experiment/experiment-report.js";
import { listText, reportText } from "../shared/experiment/experiment-text.js";
import { escapeControls } from "../shared/words/escape-controls.js";
import { toJson } from "../shared/words/to-json.js";
import { runExperiment } from "./_internal/experiment/run-experiment.js";
import { makeFolder } from "./_internal/make-folder.js";
import { numberOption } from "./_internal/number-option.js";
import { columnsOf } from "./_internal/terminal/columns-of.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";
import { withProgressLine } from "./_internal/with-progress-line.js";
import { writeAtomically } from "./_internal/write-atomically.js";

const NAMES = EXPERIMENTS.map(({ name }) => name);
const HELP: readonly HelpSection[] = [
  {
    text:
      "Published figures stand beside measured and proven ones, and each says what it is worth. Sizes are those that a machine without a graphics card runs; each experiment says where they are not the paper's. " +
      "Runs are seeded simulations: they repeat, and nothing in them is private.",
  },
  {
    title: "Examples:",
    commands: [
      ["Which experiments are there?", "croupier experiment"],
      ["Does permuting the weights change the training?", "croupier experiment yjx25-table-2 --quick"],
    ],
  },
];

/** What the names of a figure's panels end with. */
const PANEL_ENDS = ["", "-b", "-c", "-d", "-e", "-f"];

interface ExperimentFlags {
  readonly quick?: boolean;
  readonly seed: number;
  readonly out: string;
  readonly json?: boolean;
  readonly data?: string;
  readonly checkpoint?: string;
}

/** `croupier experiment [NAME]`: a paper's table or figure done again; without a name the list of them. */
export function addExperimentCommand(program: Command): void {
  const name = new Argument("[name]", "which one; left out: a list of them");
  const command = program
    .command("experiment")
    .summary("a paper's tables and figures, done again: published beside measured beside proven")
    .description("Do a paper's table or figure again, and write it as JSON and SVG.")
    .addArgument(name.choices(NAMES).argParser((text) => checkOneOf("experiment", text, NAMES)))
    .option("--quick", "smaller, in a minute or so")
    .addOption(numberOption("--seed <n>", "of the simulation", RANGES.nonNegativeInteger).default(1))
    .option("--out <dir>", "folder for NAME.json and NAME.svg", "results")
    .option("--data <dir>", "folder with the paper's own data, of an experiment that takes them")
    .option("--checkpoint <dir>", "folder with the model that the paper begins with, and its tokenizer")
    .option("--json", "print JSON");
  addHelpSections(command, HELP);
  command.action(async (chosen: string | undefined, flags: ExperimentFlags) => {
    if (chosen === undefined) refuseFlagsOfRun(command);
    process.stdout.write(`${chosen === undefined ? list(flags) : await outcome(chosen, flags)}\n`);
  });
}

function list({ json }: ExperimentFlags): string {
  if (json) {
    const described = EXPERIMENTS.map(({ load: _, ...each }) => ({ ...each, title: titleOf(each) }));
    return toJson(described);
  }
  return listText(EXPERIMENTS, columnsOf(process.stdout));
}

async function outcome(chosen: string, flags: ExperimentFlags): Promise<string> {
  const { quick = false, seed, out, json, data, checkpoint } = flags;
  const listed = EXPERIMENTS.find(({ name }) => name === chosen)!;
  refuseData(listed, flags);
  if (quick) keepLongForm(listed.name, out);
  const isNew = !existsSync(out);
  makeFolder(out); // so that one that cannot be made is found before the work begins
  if (isNew) rmdirSync(out);
  const report = await withProgressLine((say) =>
    runExperiment(listed, { quick, seed, data, checkpoint, onProgress: (words) => say(`${words} ...`) }),
  );
  makeFolder(out);
  const paths = await write(report, out);
  return json ? toJson(report) : reportText(report, paths.map(escapeControls), columnsOf(process.stdout));
}

/** The list takes none of them. */
function refuseFlagsOfRun(command: Command): void {
  const name = ["quick", "seed", "out", "data", "checkpoint"].find(
    (each) => command.getOptionValueSource(each) === "cli",
  );
  if (name === undefined) return;
  const allowed = "absent: without a name the experiments are listed";
  throw new DpError("BAD_INPUT", `--${name} must be ${allowed}`, {
    parameter: `--${name}`,
    value: command.getOptionValue(name),
    allowed,
  });
}

/** Most experiments bring or make their data. */
function refuseData({ name, takesData }: ListedExperiment, { data, checkpoint }: ExperimentFlags): void {
  if (takesData || (data === undefined && checkpoint === undefined)) return;
  const flag = data === undefined ? "--checkpoint" : "--data";
  const allowed = `absent: ${name} brings or makes its data`;
  throw new DpError("BAD_INPUT", `${flag} must be ${allowed}`, {
    parameter: flag,
    value: data ?? checkpoint,
    allowed,
  });
}

/** A minute's run does not replace what took hours. */
function keepLongForm(name: string, out: string): void {
  const path = join(out, `${name}.json`);
  if (!existsSync(path)) return;
  const { quick } = parsedReport(path);
  if (quick !== false) return;
  const allowed = `another folder: ${path} is of the long form`;
  throw new DpError("BAD_INPUT", `--out must be ${allowed}; give one, or leave out --quick`, {
    parameter: "--out",
    value: out,
    allowed,
  });
}

/** What is no report may be replaced. */
function parsedReport(path: string): Partial<ExperimentReport> {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) ?? {}) as Partial<ExperimentReport>;
  } catch {
    return {};
  }
}

async function write(report: ExperimentReport, out: string): Promise<string[]> {
  const path = join(out, report.experiment);
  writeAtomically(`${path}.json`, `${toJson(report, 1)}\n`);
  const { figure, panels = [] } = report;
  if (figure === undefined) return [`${path}.json`];
  const { drawLineChart } = await import("../../src/charts/index.js");
  const drawings = [figure, ...panels].map((drawn, i) => [`${path}${PANEL_ENDS[i]}.svg`, drawn] as const);
  for (const [file, drawn] of drawings) writeAtomically(file, `${drawLineChart(drawn)}\n`);
  return [`${path}.json`, ...drawings.map(([file]) => file)];
}
