import { wrongShape } from "../../validate.js";
import type { ClientTask } from "../client/client-task.js";
import type { TrainingStudy } from "../study/study.js";
import type { LocalGradient } from "./local-gradient.js";
import { readTraining } from "./read-training.js";
import { userReports } from "./user-reports.js";
import { readWeights } from "./weights-file.js";

/**
 * Trainings, for `openClient`: a user puts in what computes her gradient.
 *
 * The weights are fetched before the coin is drawn, so that the network sees the same of all; the gradient is
 * computed after the coin, and a fault in it sends dummies.
 */
export const trainingTask: ClientTask<TrainingStudy> = {
  task: "training",
  read: readTraining,
  async prepare(study, input, { number, weights: sha256, fetchWeights }) {
    if (typeof input !== "function")
      throw wrongShape("takePart: input", input, "a function of the weights, whose result is the gradient");
    if (sha256 === null) throw wrongShape("announcement.weights", sha256, "the SHA-256 of the weights");
    const weights = readWeights(study, await fetchWeights(sha256));
    const { protocol } = study;
    const hasCoin = protocol.kind === "check-in";
    return {
      hasCoin,
      absentees: hasCoin ? protocol.absentees : "silent",
      joins: (source) => userReports(study, number, source).joins(),
      report: async (source) =>
        userReports(study, number, source).report(await (input as LocalGradient)(weights)),
      dummies: (source) => userReports(study, number, source).dummies(),
    };
  },
};
