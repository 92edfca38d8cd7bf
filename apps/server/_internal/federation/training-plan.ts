import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { makeTrainingStudy } from "../../../../src/federated/training/make-training-study.js";
import { type FederationPlan, type PlanOptions, SHARE, splitUsers } from "./plan.js";

/** A training and its users. */
export interface TrainingPlan extends FederationPlan {
  complete(...given: Parameters<FederationPlan["complete"]>): TrainingStudy;
  /** Folder of the pictures, a user each; and of those that the model is tested on. */
  readonly data: string;
}

/** What decides a training besides. */
export interface TrainingPlanOptions extends PlanOptions {
  readonly seed: number;
  readonly data: string;
}

/** Logistic regression on histograms of oriented gradients in cells of 7 x 7 pixels: 1,290 weights. */
const MODEL = {
  input: { height: 4, width: 4, channels: 8 },
  layers: [{ kind: "dense", units: 10 }],
} as const;

/**
 * Digits that stay with their users: check-in with dummies of the absentees and of the shuffler, in blocks. It is
 * a test with a seed, so that its weights can be compared with a simulation's; a real study has none.
 */
export function trainingPlan(options: TrainingPlanOptions): TrainingPlan {
  const { clients, processes, rounds, windowSeconds, population, seed, data } = options;
  const groups = splitUsers(clients, processes).map(({ first, count }) => ({
    users: count,
    write: () => ["--data", data, "--first-user", String(first), "--users", String(count)],
  }));
  return {
    data,
    groups,
    complete: (parties, epsilon) =>
      makeTrainingStudy({
        title: "Which digit is it?",
        purpose: "test",
        seed,
        model: MODEL,
        protocol: { kind: "check-in", samplingRate: 0.5, clipBound: 1, noiseToClip: 0.5, blocks: 16 },
        learning: { learningRate: 10, optimizer: "sgd" },
        users: clients,
        dummies: Math.ceil(clients / 10),
        admission: "credentials",
        rounds,
        floor: Math.ceil(SHARE * clients),
        cap: clients,
        honestShare: SHARE,
        adjacency: "replace-one",
        budget: { epsilon, delta: 1e-5 },
        windowSeconds,
        delaySeconds: 1,
        retentionDays: 1,
        population,
        ...parties,
      }),
  };
}
