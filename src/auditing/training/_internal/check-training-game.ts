import { DpError } from "../../../errors.js";
import { seededSource } from "../../../random/index.js";
import type { Examples } from "../../../training/data/examples.js";
import { checkExamples } from "../../../training/gradients/_internal/check-examples.js";
import { checkWeights } from "../../../training/gradients/_internal/check-gradients.js";
import { CLIP_BOUND, checkClip } from "../../../training/gradients/_internal/clip-factor.js";
import { initialWeights } from "../../../training/models/initial-weights.js";
import { dimensionOf, type Model } from "../../../training/models/model.js";
import { modelOf } from "../../../training/models/model-name.js";
import { readModel } from "../../../training/models/read-model.js";
import type { Protocol } from "../../../training/protocols/protocol.js";
import { checkTrainingAdjacency } from "../../../training/protocols/training-adjacency.js";
import {
  checkFunction,
  checkNumber,
  checkOneOf,
  checkOptions,
  RANGES,
  wrongShape,
} from "../../../validate.js";
import { CANARY_KINDS, type CanaryKind } from "../../canaries/canary-gradient.js";
import { TRAINING_ATTACKS, type TrainingAttack, type TrainingGameOptions } from "../training-game-options.js";

/** What every audit of training is about, with its defaults. */
export interface CheckedTraining {
  readonly protocol: Protocol;
  readonly model: Model;
  readonly isReplaced: boolean;
  readonly rounds: number;
  readonly clipBound: number;
  readonly normToClip: number;
  readonly data: Examples | undefined;
  readonly learningRate: number;
  readonly weights: Float32Array;
}

/** Options of a game with their defaults. */
export interface CheckedGame extends CheckedTraining {
  /** Of a crafted gradient. */
  readonly kind: CanaryKind | undefined;
  readonly canaryExamples: Examples | undefined;
  readonly attack: TrainingAttack;
}

/** Checks the options of a training game. */
export function checkTrainingGame(options: TrainingGameOptions): CheckedGame {
  const where = "openTrainingGame";
  const training = checkTraining(where, options);
  const attack = checkOneOf(`${where}: attack`, options.attack ?? "releases", TRAINING_ATTACKS);
  return { ...training, attack, ...checkCanary(where, options.canary, { ...training, attack }) };
}

/** Checks what every audit of training is about. */
export function checkTraining(
  where: string,
  options: Omit<TrainingGameOptions, "canary" | "attack">,
): CheckedTraining {
  const { data, normToClip = 1, learningRate = 1 } = checkOptions(where, options);
  const model = readModel(where, modelOf(options.model));
  const protocol = checkProtocol(where, options.protocol);
  const { clip } = protocol;
  const clipBound = options.clipBound ?? (clip.norm === "none" ? 1 : clip.bound);
  return {
    protocol,
    model,
    isReplaced: checkTrainingAdjacency(`${where}: adjacency`, options.adjacency) === "replace-one",
    rounds: checkNumber(`${where}: rounds`, options.rounds, RANGES.positiveInteger),
    clipBound: checkNumber(`${where}: clipBound`, clipBound, CLIP_BOUND),
    normToClip: checkNumber(`${where}: normToClip`, normToClip, RANGES.positive),
    data: data && checkExamples(`${where}: data`, model, data),
    learningRate: checkNumber(`${where}: learningRate`, learningRate, RANGES.positive),
    weights: weightsOf(where, options.weights, model),
  };
}

function checkProtocol(where: string, protocol: Protocol): Protocol {
  const { sampleBatches, releaseMean, describeEvent, ...facts } = checkOptions(where, protocol, "protocol");
  checkFunction(`${where}: protocol.sampleBatches`, sampleBatches);
  checkFunction(`${where}: protocol.releaseMean`, releaseMean);
  checkFunction(`${where}: protocol.describeEvent`, describeEvent);
  checkClip(`${where}: protocol.clip`, facts.clip);
  checkNumber(`${where}: protocol.expectedBatch`, facts.expectedBatch, RANGES.positive);
  checkNumber(`${where}: protocol.roundsPerEvent`, facts.roundsPerEvent, RANGES.positiveInteger);
  const { randomizer, sampleBlocks } = facts;
  const parameter = `${where}: protocol`;
  const allowed = "one that sums clipped gradients, whole or all their blocks";
  const refused = (what: string, value: string): DpError => {
    const message = `${parameter} must be ${allowed}, got one whose users ${what}; audit its event`;
    return new DpError("NOT_APPLICABLE", message, { parameter, value, allowed });
  };
  if (randomizer !== undefined) throw refused(`randomize their own (${randomizer.kind})`, randomizer.kind);
  if (sampleBlocks !== undefined)
    throw refused("send some of their blocks alone (joins per-block)", "per-block");
  return protocol;
}

function checkCanary(
  where: string,
  canary: TrainingGameOptions["canary"],
  { model, isReplaced, attack }: Pick<CheckedGame, "model" | "isReplaced" | "attack">,
): Pick<CheckedGame, "kind" | "canaryExamples"> {
  const name = `${where}: canary`;
  if (typeof canary === "object" && canary !== null) {
    const examples = checkExamples(`${name}.examples`, model, canary.examples);
    const count = isReplaced ? 2 : 1;
    if (examples.count === count) return { kind: undefined, canaryExamples: examples };
    throw wrongShape(`${name}.examples.count`, examples.count, `${count} under the adjacency`);
  }
  const kind = checkOneOf(name, canary, CANARY_KINDS);
  if (attack === "releases") return { kind, canaryExamples: undefined };
  throw wrongShape(name, canary, "examples where the attack is by their loss");
}

function weightsOf(where: string, given: Float32Array | undefined, model: Model): Float32Array {
  if (given === undefined) return initialWeights(model, seededSource(0));
  checkWeights(`${where}: weights`, given, dimensionOf(model));
  return given;
}
