import type { Command, Option } from "commander";
import type { LineChart } from "../../../../src/charts/line-chart.js";
import { ACCOUNTING_METHODS, type Adjacency, type Method } from "../../../../src/privacy/index.js";
import type { Answer, Question } from "../../../shared/account/answer.js";
import type { Adjacencies } from "../../../shared/account/ask-each.js";
import { noFigure } from "../../../shared/account/no-figure.js";
import { toJson } from "../../../shared/words/to-json.js";
import { fileOption } from "../file-option.js";
import { refuseOverwriting } from "../refuse-overwriting.js";
import { addHelpSections } from "../terminal/help-sections.js";
import { layoutOf } from "../terminal/layout-of.js";
import { wordOption } from "../word-option.js";
import { writeAtomically } from "../write-atomically.js";
import { type AskedEvent, askedEvent, type EventFlags } from "./asked-event.js";
import { addEventFlags } from "./event-flags.js";
import { eventHelp } from "./event-help.js";
import { withMethodProgress } from "./with-method-progress.js";

/** A command that answers one question about an event. */
export interface EventCommand<Flags> {
  readonly name: string;
  readonly summary: string;
  /** What `--method` chooses, if not the only method that is evaluated. */
  readonly method?: string;
  readonly options: readonly Option[];
  /** What `--plot` draws, where the command can. */
  readonly plot?: string;
  /** Questions with the command lines that answer them. */
  readonly examples: readonly (readonly [question: string, command: string])[];
  /** Values of the event that the command works out itself. */
  readonly solvedFor?: readonly string[];
  readonly answer: (question: AskedQuestion, flags: Flags) => Answer;
}

/** A question, and the event that it is about as the command line has it. */
export interface AskedQuestion extends Question {
  readonly asked: AskedEvent;
}

interface CommonFlags extends EventFlags {
  readonly adjacency: Adjacency;
  readonly method?: Method;
  readonly plot?: string;
  readonly json?: boolean;
}

/** Adds a command about an event: its flags, its help, and how its answer is written. */
export function addEventCommand<Flags>(program: Command, command: EventCommand<Flags>): void {
  const added = addEventFlags(program.command(command.name).summary(command.summary), command.solvedFor);
  added.description(`${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`);
  for (const option of command.options) added.addOption(option);
  added.addOption(wordOption("--method <m>", command.method ?? "only this method", ACCOUNTING_METHODS));
  if (command.plot !== undefined) added.addOption(fileOption("--plot <file>", command.plot));
  addHelpSections(added, eventHelp(command.examples, command.solvedFor));
  added
    .option("--json", "print JSON")
    .action(async (mechanism: string | undefined, flags: CommonFlags & Flags) => {
      refuseOverwriting("--plot", flags.plot, flags.event);
      const asked = askedEvent(mechanism, flags, command.solvedFor);
      const named = added.getOptionValueSource("adjacency") !== "default";
      await run(command, flags, asked, named ? [flags.adjacency] : [flags.adjacency, "add-or-remove"]);
    });
}

async function run<Flags>(
  command: EventCommand<Flags>,
  flags: CommonFlags & Flags,
  asked: AskedEvent,
  adjacencies: Adjacencies,
): Promise<void> {
  const { method, plot, json } = flags;
  const { output, nothing, chart } = withMethodProgress((onMethod) => {
    const choice = { onMethod, ...(method === undefined ? {} : { method }) };
    const answer = command.answer({ asked, adjacencies, choice }, flags);
    if (answer.nothing && !json) throw noFigure(answer.nothing);
    return {
      nothing: answer.nothing,
      chart: plot === undefined || answer.nothing ? undefined : answer.plot!(),
      output: json ? toJson(answer.json) : answer.text(layoutOf(process.stdout)),
    };
  });
  if (chart !== undefined) writeAtomically(plot!, await drawn(chart));
  process.stdout.write(`${output}\n`);
  if (nothing) throw noFigure(nothing);
}

async function drawn(chart: LineChart): Promise<string> {
  const { drawLineChart } = await import("../../../../src/charts/index.js");
  return `${drawLineChart(chart)}\n`;
}
