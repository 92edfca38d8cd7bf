import type { GuaranteesReport } from "../../../src/accounting/guarantees.js";
import type { MechanismEvent } from "../../../src/privacy/mechanism-event.js";
import { taskOf, unitOf } from "../../../src/training/config/configured-model.js";
import type { TaskName } from "../../../src/training/config/tasks.js";
import type { TrainConfig } from "../../../src/training/config/train-config.js";
import type { TrainOutcome } from "../../../src/training/loop/train.js";
import type { TrainingRecord } from "../../../src/training/loop/training-state.js";
import type { SettledConfig } from "../../../src/training/options/protocol-of.js";
import { type Communication, communicationOf } from "./communication.js";
import type { LoadedTask, TaskResults, TaskScores, TextSample } from "./task/loaded-task.js";

/** What a run came to; `--json` prints it, the report shows it. */
export interface TrainSummary extends GuaranteesReport {
  readonly preset: string;
  readonly runDirectory: string;
  /** Rounds done. */
  readonly rounds: number;
  readonly ended: "all rounds" | "budget" | "interrupted";
  /** Of the last evaluation; null where there was none. */
  readonly accuracy: number | null;
  readonly loss: number | null;
  /** What the task measures besides, on all test examples unless it says otherwise. */
  readonly scores: TaskScores;
  /** Text that the model wrote, of language models. */
  readonly sample?: TextSample;
  /** What the run learned. */
  readonly task: TaskName;
  /** One record, in words: what the figures protect. */
  readonly unit: string;
  /** The file that the run's first weights came from. */
  readonly init?: string;
  readonly seeded: boolean;
  /** Everything that was released; null without a guarantee. */
  readonly event: MechanismEvent | null;
  readonly config: SettledConfig & TrainConfig;
  readonly history: readonly TrainingRecord[];
  /** What a user sends in a round; null where users send no reports, or none that can be encoded. */
  readonly communication: Communication | null;
  readonly data: string;
  /** How many examples there were. */
  readonly examples: { readonly train: number; readonly test: number };
  /** Of croupier. */
  readonly version: string;
  /** The command line. */
  readonly command: string;
  /** When the run ended, ISO 8601. */
  readonly finished: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly threads: number;
    readonly node: string;
  };
  /** Wall-clock time of this call. */
  readonly seconds: number;
}

export interface SummaryOptions {
  readonly preset: string;
  readonly runDirectory: string;
  readonly config: TrainConfig;
  readonly outcome: TrainOutcome;
  readonly interrupted: boolean;
  readonly task: LoadedTask;
  readonly results: TaskResults;
  readonly init?: string | undefined;
  /** The command line. */
  readonly command: string;
  /** Of croupier. */
  readonly version: string;
  readonly machine: TrainSummary["machine"];
  readonly seconds: number;
}

/** Puts an outcome and its circumstances together. */
export function summarize(options: SummaryOptions): TrainSummary {
  const { preset, runDirectory, outcome, interrupted, task, results, seconds } = options;
  const { data } = task;
  const { state, spent, seeded, event } = outcome;
  const config = { ...outcome.config, ...namesOf(options.config) };
  const last = state.history.at(-1);
  const finished = state.round === config.rounds ? "all rounds" : "budget";
  return {
    preset,
    runDirectory,
    rounds: state.round,
    ended: interrupted ? "interrupted" : finished,
    accuracy: last?.accuracy ?? null,
    loss: last?.loss ?? null,
    ...results,
    task: taskOf(options.config),
    unit: unitOf(options.config),
    ...(options.init === undefined ? {} : { init: options.init }),
    seeded,
    guarantees: spent?.guarantees ?? [],
    notApplicable: spent?.notApplicable ?? [],
    event: event ?? null,
    config,
    history: state.history,
    communication: communicationOf(outcome.config, data.train.count, outcome.model) ?? null,
    data: data.source,
    examples: { train: data.train.count, test: data.test.count },
    version: options.version,
    command: options.command,
    finished: new Date().toISOString(),
    machine: options.machine,
    seconds,
  };
}

/** What a configuration says besides the loop's own hyperparameters. */
function namesOf({
  model,
  task,
  sequenceLength,
  vocabulary,
  separator,
  train,
  loraRank,
  seed,
}: TrainConfig): Pick<TrainConfig, "model"> {
  const names = { model, task, sequenceLength, vocabulary, separator, train, loraRank, seed };
  return Object.fromEntries(
    Object.entries(names).filter(([, value]) => value !== undefined),
  ) as unknown as Pick<TrainConfig, "model">;
}
