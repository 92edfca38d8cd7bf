import { type Command, Option } from "commander";
import { type Adjacency, METHODS, type Method } from "../../../../src/privacy/index.js";
import { checkOneOf } from "../../../../src/validate.js";
import type { LineChart } from "../../../shared/charts/line-chart.js";
import { fileOption } from "../file-option.js";
import { toJson } from "../to-json.js";
import { writeAtomically } from "../write-atomically.js";
import { addEventFlags, mechanismsHelp } from "./event-flags.js";
import { methodsHelp } from "./methods-help.js";
import { type EventFlags, rawEvent } from "./raw-event.js";
import { type OnMethod, withMethodProgress } from "./with-method-progress.js";

/** A command that answers one question about an event. */
export interface EventCommand<Flags> {
  readonly name: string;
  readonly summary: string;
  /** What `--method` chooses, if not the only method that is evaluated. */
  readonly method?: string;
  readonly options: readonly Option[];
  /** What `--plot` draws, where the command can. */
  readonly plot?: string;
  readonly examples: readonly string[];
  /** Values of the event that the command works out itself. */
  readonly solvedFor?: readonly string[];
  readonly answer: (question: Question, flags: Flags) => Answer;
}

export interface Question {
  /** For `readEvent` to check. */
  readonly event: unknown;
  /** Adjacency, where one was named method, and whom to tell which method is at work. */
  readonly choice: {
    readonly adjacency: Adjacency;
    readonly method?: Method;
    readonly onMethod: OnMethod;
  };
}

export interface Answer {
  readonly json: object;
  /** The same for a person. */
  readonly text: () => string;
  /** The same as a chart, for `drawLineChart`. */
  readonly plot?: () => LineChart;
}

interface CommonFlags extends EventFlags {
  readonly adjacency: Adjacency;
  readonly method?: Method;
  readonly plot?: string;
  readonly json?: boolean;
}

/** Adds a command about an event: its flags, its help, and how its answer is written. */
export function addEventCommand<Flags>(program: Command, command: EventCommand<Flags>): void {
  const added = addEventFlags(program.command(command.name).summary(command.summary));
  added.description(`${command.summary[0]!.toUpperCase()}${command.summary.slice(1)}.`);
  for (const option of command.options) added.addOption(option);
  added.addOption(new Option("--method <m>", command.method ?? "only this method").argParser(methodOf));
  if (command.plot !== undefined) added.addOption(fileOption("--plot <file>", command.plot));
  added
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `\n${mechanismsHelp()}\n\n${methodsHelp()}\n\nExamples:\n${indented(command.examples)}`,
    )
    .action(async (mechanism: string | undefined, flags: CommonFlags & Flags) => {
      const { adjacency, method, plot, json } = flags;
      const event = rawEvent(mechanism, flags, command.solvedFor);
      const { chart, output } = withMethodProgress((onMethod) => {
        const choice = { adjacency, onMethod, ...(method === undefined ? {} : { method }) };
        const answer = command.answer({ event, choice }, flags);
        return {
          chart: plot === undefined ? undefined : answer.plot!(),
          output: json ? toJson(answer.json) : answer.text(),
        };
      });
      if (chart !== undefined) writeAtomically(plot!, await drawn(chart));
      process.stdout.write(`${output}\n`);
    });
}

async function drawn(chart: LineChart): Promise<string> {
  const { drawLineChart } = await import("../../../shared/charts/index.js");
  return `${drawLineChart(chart)}\n`;
}

function methodOf(text: string): Method {
  return checkOneOf("--method", text, METHODS);
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
