import { DpError } from "../../../errors.js";
import { seededSource } from "../../../random/index.js";
import type { Examples } from "../../../training/data/examples.js";
import { checkExamples } from "../../../training/gradients/_internal/check-examples.js";
import { checkWeights } from "../../../training/gradients/_internal/check-gradients.js";
import { CLIP_BOUND } from "../../../training/gradients/_internal/clip-factor.js";
import { initialWeights } from "../../../training/models/initial-weights.js";
import { dimensionOf, type Model } from "../../../training/models/model.js";
import { modelOf } from "../../../training/models/model-name.js";
import { readModel } from "../../../training/models/read-model.js";
import type { Protocol } from "../../../training/protocols/protocol.js";
import { checkTrainingAdjacency } from "../../../training/protocols/training-adjacency.js";
import { checkFunction, checkNumber, checkOneOf, checkOptions, RANGES, wrongShape } from "../../../validate.js";
import { CANARY_KINDS, type CanaryKind } from "../../canaries/canary-gradient.js";
import { TRAINING_ATTACKS, type TrainingAttack, type TrainingGameOptions } from "../training-game-options.js";

const WHERE = "openTrainingGame";

/** Options with their defaults. */
export interface CheckedGame {
  readonly protocol: Protocol;
  readonly model: Model;
  readonly isReplaced: boolean;
  readonly rounds: number;
  /** Of a crafted gradient. */
  readonly kind: CanaryKind | undefined;
  readonly canaryExamples: Examples | undefined;
  readonly clipBound: number;
  readonly normToClip: number;
  readonly data: Examples | undefined;
  readonly attack: TrainingAttack;
  readonly learningRate: number;
  readonly weights: Float32Array;
}

/** Checks the options of a training game. */
export function checkTrainingGame(options: TrainingGameOptions): CheckedGame {
  const { data, attack = "releases", normToClip = 1, learningRate = 1 } = checkOptions(WHERE, options);
  const model = readModel(WHERE, modelOf(options.model));
  const protocol = checkProtocol(options.protocol);
  const { clip } = protocol;
  const clipBound = options.clipBound ?? (clip.norm === "none" ? 1 : clip.bound);
  const isReplaced = checkTrainingAdjacency(`${WHERE}: adjacency`, options.adjacency) === "replace-one";
  checkOneOf(`${WHERE}: attack`, attack, TRAINING_ATTACKS);
  return {
    protocol,
    model,
    isReplaced,
    rounds: checkNumber(`${WHERE}: rounds`, options.rounds, RANGES.positiveInteger),
    ...checkCanary(options.canary, { model, isReplaced, attack }),
    clipBound: checkNumber(`${WHERE}: clipBound`, clipBound, CLIP_BOUND),
    normToClip: checkNumber(`${WHERE}: normToClip`, normToClip, RANGES.positive),
    data: data && checkExamples(`${WHERE}: data`, model, data),
    attack,
    learningRate: checkNumber(`${WHERE}: learningRate`, learningRate, RANGES.positive),
    weights: weightsOf(options.weights, model),
  };
}

function checkProtocol(protocol: Protocol): Protocol {
  const { sampleBatches, releaseMean, describeEvent, randomizer } = checkOptions(WHERE, protocol, "protocol");
  checkFunction(`${WHERE}: protocol.sampleBatches`, sampleBatches);
  checkFunction(`${WHERE}: protocol.releaseMean`, releaseMean);
  checkFunction(`${WHERE}: protocol.describeEvent`, describeEvent);
  if (randomizer === undefined) return protocol;
  const parameter = `${WHERE}: protocol`;
  const allowed = "one that sums clipped gradients";
  throw new DpError(
    "NOT_APPLICABLE",
    `${parameter} must be ${allowed}, got one whose users randomize their own (${randomizer.kind}); audit its event`,
    { parameter, value: randomizer.kind, allowed },
  );
}

function checkCanary(
  canary: TrainingGameOptions["canary"],
  { model, isReplaced, attack }: Pick<CheckedGame, "model" | "isReplaced" | "attack">,
): Pick<CheckedGame, "kind" | "canaryExamples"> {
  const name = `${WHERE}: canary`;
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

function weightsOf(given: Float32Array | undefined, model: Model): Float32Array {
  if (given === undefined) return initialWeights(model, seededSource(0));
  checkWeights(`${WHERE}: weights`, given, dimensionOf(model));
  return given;
}
