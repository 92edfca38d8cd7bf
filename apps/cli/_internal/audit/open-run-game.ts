import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CanaryKind, openTrainingGame } from "../../../../src/auditing/index.js";
import { gameOptionsOf } from "../../../../src/auditing/training/_internal/run-task.js";
import type { PlayedRun } from "../../../../src/auditing/training/audit-run.js";
import { DpError } from "../../../../src/errors.js";
import type { Adjacency } from "../../../../src/privacy/index.js";
import type { Checkpoint } from "../../../../src/training/checkpoint/checkpoint.js";
import { decodeCheckpoint } from "../../../../src/training/checkpoint/decode-checkpoint.js";
import { configuredModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { trainOptionsOf } from "../../../../src/training/config/train-options-of.js";
import type { Model } from "../../../../src/training/models/model.js";
import { hasGuarantee } from "../../../../src/training/options/has-guarantee.js";
import { readRunConfig } from "../../../../src/training/options/read-run-config.js";
import { settleConfig } from "../../../../src/training/options/settle-config.js";
import {
  checkTrainingAdjacency,
  type TrainingAdjacency,
} from "../../../../src/training/protocols/training-adjacency.js";
import type { ReplayedRun } from "../../../shared/audit/replayed-run.js";
import { CHECKPOINT } from "../train/run-folder.js";
import { bestProven } from "./best-proven.js";

export interface RunGame {
  readonly run: PlayedRun;
  readonly replayed: ReplayedRun;
  readonly query: { readonly delta: number; readonly adjacency: TrainingAdjacency };
  /** What the run was to keep, or what is proven of it. */
  readonly claim?: number;
}

export interface RunGameFlags {
  readonly canary?: CanaryKind;
  readonly delta?: number;
  readonly adjacency?: Adjacency;
}

/**
 * What weights there are decides on nothing but the noise that must be drawn: all kinds of protocols run with
 * these few, one for each block at least.
 */
function smallModel(blocks: number): Model {
  // 14 weights are behind the inputs'.
  const channels = Math.max(4, Math.ceil((blocks - 14) / 6) - 1);
  return {
    input: { height: 1, width: 1, channels },
    layers: [
      { kind: "dense", units: 6 },
      { kind: "activation", rule: "tanh" },
      { kind: "dense", units: 2 },
    ],
  };
}

/**
 * The canary's length before it is clipped, in clip bounds: that it is clipped is part of what is audited.
 */
const NORM_TO_CLIP = 10;

/**
 * The game in which a play is a run's rounds again: its protocol, sampling, clipping and noise, with the
 * number of examples that it had.
 *
 * @throws DpError DATA_UNREADABLE there is no run; BAD_INPUT it has no round yet, or nothing says at which
 *   delta; NOT_APPLICABLE users randomize their own gradients
 */
export async function openRunGame(folder: string, flags: RunGameFlags): Promise<RunGame> {
  const { config, state } = await readRun(folder);
  const { round: rounds, examples } = state;
  if (rounds === 0) throw wrong("--run", folder, "a run that has done a round");
  const settled = settleConfig(readRunConfig(trainOptionsOf(config)), examples, configuredModel(config));
  const query = queryOf(config, flags);
  const canary = flags.canary ?? (settled.protocol === "weight-shuffle" ? "equal" : "random");
  const run: PlayedRun = {
    config: settled,
    examples,
    model: smallModel("blocks" in settled ? (settled.blocks ?? 1) : 1),
    adjacency: query.adjacency,
    rounds,
    canary,
    normToClip: NORM_TO_CLIP,
  };
  // Refuses what cannot be played, before threads start.
  await (await openTrainingGame(gameOptionsOf(run))).close();
  const target = targetOf(config, query);
  const isPrivate = hasGuarantee(config);
  const claim = target ?? (isPrivate ? bestProven(state.ledger, query) : undefined);
  return {
    run,
    replayed: { folder, protocol: settled.protocol, rounds, examples, canary },
    query,
    ...(claim === undefined ? {} : { claim }),
  };
}

async function readRun(folder: string): Promise<Checkpoint> {
  const path = join(folder, CHECKPOINT);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const allowed = "a folder of croupier train";
    throw new DpError(
      "DATA_UNREADABLE",
      `--run must be ${allowed}: ${path} cannot be read (${(cause as Error).message})`,
      { parameter: "--run", value: folder, allowed },
      cause,
    );
  }
  return decodeCheckpoint(bytes, path);
}

function queryOf(config: TrainConfig, flags: RunGameFlags): RunGame["query"] {
  const own = !hasGuarantee(config) ? undefined : config;
  const delta = flags.delta ?? own?.delta;
  if (delta === undefined) throw wrong("--delta", delta, "given: the run is not private and has none");
  const adjacency = flags.adjacency ?? own?.adjacency ?? "replace-one";
  return { delta, adjacency: checkTrainingAdjacency("--adjacency", adjacency) };
}

/** The epsilon that the run's noise was made for, where the question is the run's own. */
function targetOf(config: TrainConfig, { delta, adjacency }: RunGame["query"]): number | undefined {
  if (!("targetEpsilon" in config)) return undefined;
  return delta >= config.delta && adjacency === config.adjacency ? config.targetEpsilon : undefined;
}

function wrong(parameter: string, value: unknown, allowed: string): DpError {
  return new DpError("BAD_INPUT", `${parameter} must be ${allowed}`, { parameter, value, allowed });
}
