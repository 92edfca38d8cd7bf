import { join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { baseModel, readsTokens } from "../../../../src/training/config/configured-model.js";
import type { PresetName } from "../../../../src/training/config/presets.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { TrainingState } from "../../../../src/training/loop/training-state.js";
import { checkTokenizerGiven, checkVocabulary } from "../../../shared/train/check-tokenizer.js";
import { gatherConfig, runName } from "./gather-config.js";
import { RunFolder } from "./run-folder.js";
import { type OpenedTokenizer, openTokenizer, TOKENIZER_FILE } from "./tokenizer-files.js";
import { flagOf } from "./train-flags.js";

export interface RunFlags {
  readonly preset?: PresetName;
  readonly config?: string;
  readonly resume?: string;
  readonly out?: string;
  readonly init?: string;
  readonly tokenizer?: string;
}

export interface Run {
  readonly name: string;
  readonly config: TrainConfig;
  readonly folder: RunFolder;
  /** What cuts texts into tokens; absent where their bytes are the tokens, or there are no texts. */
  readonly tokenizer?: OpenedTokenizer | undefined;
  /** Where a resumed run goes on from. */
  readonly from?: TrainingState;
}

/** The run that the flags ask for: a new one in a folder of its own, or one to go on with. */
export async function openRun(flags: RunFlags, hyperparameters: Record<string, unknown>): Promise<Run> {
  if (flags.resume !== undefined) return resumedRun(flags.resume, { ...flags, ...hyperparameters });
  const sources = { preset: flags.preset, configFile: flags.config, flags: hyperparameters };
  if (flags.preset === undefined && flags.config === undefined && hyperparameters.protocol === undefined) {
    throw new DpError("BAD_INPUT", "train: nothing says what to train; give --preset, --config or --resume");
  }
  const tokenizer =
    flags.tokenizer === undefined ? undefined : await openTokenizer("--tokenizer", flags.tokenizer);
  const config = gatherConfig({ ...sources, tokenizer: tokenizer?.tokenizer });
  checkInit(config, flags.init);
  checkTokenizer(config, tokenizer);
  const name = runName(sources);
  const folder = new RunFolder(flags.out ?? join("runs", `${timestamp()}-${name}`));
  folder.checkUnused();
  return { name, config, folder, tokenizer };
}

async function resumedRun(path: string, flags: Readonly<Record<string, unknown>>): Promise<Run> {
  const allowed = ["resume", "threads", "data", "json"];
  const foreign = Object.keys(flags).find((name) => !allowed.includes(name));
  if (foreign !== undefined) {
    throw new DpError(
      "BAD_INPUT",
      `--resume goes on with the run's own configuration; remove ${flagOf(foreign)}`,
      {
        parameter: foreign,
        value: flags[foreign],
        allowed: "absent",
      },
    );
  }
  const folder = new RunFolder(path);
  const { name, config, state } = await folder.resume();
  try {
    const tokenizer = readsTokens(config)
      ? await openTokenizer(`--resume ${path}:`, join(path, TOKENIZER_FILE))
      : undefined;
    checkTokenizer(config, tokenizer);
    return { name, config, folder, from: state, tokenizer };
  } catch (error) {
    folder.close();
    throw error;
  }
}

function checkTokenizer(config: TrainConfig, opened: OpenedTokenizer | undefined): void {
  checkTokenizerGiven(config, opened?.tokenizer);
  if (opened !== undefined) checkVocabulary(baseModel(config), opened.tokenizer);
}

/** What is frozen must come from somewhere. */
function checkInit({ train = "all" }: TrainConfig, init: string | undefined): void {
  if (train === "all" || init !== undefined) return;
  const allowed = "given: most weights stay as they are";
  throw new DpError("BAD_INPUT", `--train ${train}: --init must be ${allowed}`, {
    parameter: "--init",
    value: init,
    allowed,
  });
}

/** Local time, fit for a file name: 2026-01-31T12-30-05. */
function timestamp(): string {
  const now = new Date();
  const local = new Date(now.getTime() - 60_000 * now.getTimezoneOffset());
  return local.toISOString().slice(0, 19).replaceAll(":", "-");
}
