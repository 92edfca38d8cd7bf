import type { TrainingResult } from "../../../../src/federated/messages/documents.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { openLocalGradients } from "../../../../src/federated/training/open-local-gradients.js";
import { simulateFederatedTraining } from "../../../../src/federated/training/simulate-federated-training.js";
import { weightsFile } from "../../../../src/federated/training/weights-file.js";
import type { Dataset } from "../../../../src/training/data/dataset.js";
import type { Examples } from "../../../../src/training/data/examples.js";
import { sizeOf } from "../../../../src/training/layers/shape.js";
import { openPredictor } from "../../../../src/training/prediction/predictor.js";
import type { Say } from "../../../shared/words/say.js";
import { modelInputs } from "../clients/training-data.js";

/** A training over the wire, beside the simulation of the same seed. */
export interface JudgedTraining {
  /** Whether the weights' bits are the simulation's after each round. */
  readonly weightsEqualSimulation: boolean;
  /** Of the federation's last weights, on the test pictures. */
  readonly accuracy: number;
  /** What the simulation took. */
  readonly simulationSeconds: number;
}

/** What was trained, and on what. */
export interface TrainedFederation {
  readonly study: TrainingStudy;
  readonly results: readonly TrainingResult[];
  /** After the last round, as the analyzer has them. */
  readonly weights: Float32Array;
  /** The users' pictures, one each, and those that the model is tested on. */
  readonly pictures: Pick<Dataset, "train" | "test">;
}

/** Plays the same test in this process, and compares each round's weights by their SHA-256. */
export async function judgeTraining(
  { study, results, weights, pictures: { train, test } }: TrainedFederation,
  say: Say,
  signal: AbortSignal,
): Promise<JudgedTraining> {
  const { model } = study;
  const gradients = await openLocalGradients({
    model,
    examples: modelInputs(model, train),
  });
  const hashes: string[] = [];
  const start = performance.now();
  const simulated = await simulateFederatedTraining({
    study,
    users: train.count,
    gradientOf: (user) => gradients.of(Uint32Array.of(user)),
    signal,
    async onRound(round, state) {
      say(`simulating the same seed: round ${round} of ${study.rounds}`);
      hashes.push((await weightsFile(nodeCrypto(), study, state.weights)).sha256);
      // A round takes seconds of this thread: an interruption is heard in between.
      await new Promise((resolve) => setImmediate(resolve));
    },
  });
  const simulationSeconds = (performance.now() - start) / 1000;
  const isSame =
    weights.every((weight, index) => Object.is(weight, simulated.weights[index])) &&
    results.every(({ update }, index) => update?.weights === hashes[index]);
  return {
    weightsEqualSimulation: isSame,
    accuracy: await accuracyOf(model, weights, modelInputs(model, test)),
    simulationSeconds,
  };
}

/** The share of examples whose class has the largest logit. */
async function accuracyOf(
  model: TrainingStudy["model"],
  weights: Float32Array,
  { count, shape, inputs, labels }: Examples,
): Promise<number> {
  const predictor = await openPredictor({ model, weights });
  const size = sizeOf(shape);
  let right = 0;
  for (let example = 0; example < count; example++) {
    const [logits] = predictor.logits([
      inputs.subarray(example * size, (example + 1) * size) as Float32Array,
    ]);
    if (logits!.indexOf(Math.max(...logits!)) === labels[example]) right += 1;
  }
  return right / count;
}
