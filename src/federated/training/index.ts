/**
 * Studies that train a model over the wire: an owner makes one (`makeTrainingStudy`), users take part with
 * gradients of their own examples (`trainingTask`, `openLocalGradients`), and a test is replayed in one
 * process (`simulateFederatedTraining`). Shuffler and analyzer are those of `croupier-dp/federated`. Docs:
 * docs/federation.md.
 *
 * @module croupier-dp/federated/training
 */
export { DpError, type DpErrorCode, type DpErrorDetails } from "../../errors.js";
export type { ClientTask, PreparedRound, RoundToTake } from "../client/client-task.js";
export type {
  CheckInStudyProtocol,
  CldpStudyProtocol,
  StudyLearning,
  StudyProtocol,
  TrainingStudy,
} from "../study/study.js";
export type { LocalGradient } from "./local-gradient.js";
export {
  type CheckInStudyOptions,
  makeTrainingStudy,
  type StudyLearningOptions,
  type TrainingStudyOptions,
} from "./make-training-study.js";
export { type LocalExamples, type LocalGradients, openLocalGradients } from "./open-local-gradients.js";
export { type FederatedSimulation, simulateFederatedTraining } from "./simulate-federated-training.js";
export { trainingTask } from "./training-task.js";
export { testUserSource } from "./user-reports.js";
export { readWeights, type WeightsFile, weightsFile } from "./weights-file.js";
