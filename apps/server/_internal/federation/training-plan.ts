import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { makeTrainingStudy } from "../../../../src/federated/training/make-training-study.js";
import type { Dataset } from "../../../../src/training/data/dataset.js";
import { loadIdxClassification } from "../../../../src/training/data/load-idx-classification.js";
import { someExamples } from "../clients/training-data.js";
import { type FederationPlan, type PlanOptions, plannedTerms, splitUsers } from "./plan.js";

/** A training and its users. */
export interface TrainingPlan extends FederationPlan {
  complete(...given: Parameters<FederationPlan["complete"]>): TrainingStudy;
  /** The users' pictures, one each, and those that the model is tested on. */
  readonly pictures: Pick<Dataset, "train" | "test">;
}

/** What decides a training besides. */
export interface TrainingPlanOptions extends PlanOptions {
  readonly seed: number;
  /** Folder of the pictures, in MNIST's four files. */
  readonly data: string;
  /** Of a report, each sealed by itself. */
  readonly blocks: number;
  readonly noiseToClip: number;
}

/**
 * Logistic regression on histograms of oriented gradients in cells of 7 x 7 pixels, each cell brought to mean
 * 0 and variance 1: 1,306 weights. What all pictures have alike would take most of the clipped gradients.
 */
const MODEL = {
  input: { height: 4, width: 4, channels: 8 },
  layers: [
    { kind: "layerNorm", epsilon: 1e-5 },
    { kind: "dense", units: 10 },
  ],
} as const;

/**
 * Digits that stay with their users: check-in with dummies of the absentees and of the shuffler, in blocks.
 * It is a test with a seed, so that its weights can be compared with a simulation's; a real study has none.
 *
 * @throws DpError DATA_UNREADABLE the folder has no such files; BAD_INPUT it has fewer pictures than users
 */
export async function trainingPlan(options: TrainingPlanOptions): Promise<TrainingPlan> {
  const { clients, processes, seed, data: directory, blocks, noiseToClip } = options;
  const { train, test } = await loadIdxClassification({ directory });
  const pictures = { train: someExamples(train, { first: 0, count: clients }), test };
  const groups = splitUsers(clients, processes).map(({ first, count }) => ({
    users: count,
    write: () => ["--data", directory, "--first-user", String(first), "--users", String(count)],
  }));
  return {
    pictures,
    groups,
    complete: (parties, epsilon) =>
      makeTrainingStudy({
        title: "Which digit is it?",
        purpose: "test",
        seed,
        model: MODEL,
        protocol: { kind: "check-in", samplingRate: 0.5, clipBound: 1, noiseToClip, blocks },
        learning: { learningRate: 1.5, optimizer: "sgd" },
        users: clients,
        dummies: Math.ceil(clients / 10),
        budget: { epsilon, delta: 1e-5 },
        ...plannedTerms(options),
        ...parties,
      }),
  };
}
