import { basename, resolve } from "node:path";
import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainOptions, TrainOutcome } from "../../../../src/training/loop/train.js";
import { targetOf } from "../../../../src/training/models/model.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { encodeSafetensors } from "../../../../src/training/safetensors/encode-safetensors.js";
import { headlineGuarantees } from "../../../shared/account/headline-guarantees.js";
import { privacyStatement } from "../../../shared/train/privacy-statement.js";
import { trainReport } from "../../../shared/train/train-report.js";
import type { TrainSummary } from "../../../shared/train/train-summary.js";
import { toJson } from "../../../shared/words/to-json.js";
import type { Run } from "./open-run.js";
import { type Progress, showProgress } from "./progress.js";

/** The page in a run's folder that says all of it. */
export const REPORT_FILE = "report.html";

type Hook = "onStart" | "onRound" | "onEvaluation" | "onDivergence";

export interface Records extends Readonly<{ [Name in Hook]: NonNullable<TrainOptions[Name]> }> {
  /** Writes what a run ends with. */
  finish(outcome: TrainOutcome, summary: TrainSummary): Promise<void>;
  /** Takes the progress display away. */
  stop(): void;
}

/** Keeps a run's folder and progress display up to date as training goes on. */
export function keepRecords({ name, config, folder }: Run): Records {
  let progress: Progress | undefined;
  const shows = targetOf(baseModel(config)) === "next-token" ? "loss" : "accuracy";
  return {
    onStart: async ({ from, lastRound, expectedBatch }) => {
      await folder.open();
      await folder.save({ name, config, state: from });
      folder.write("config.json", `${toJson(config, 2)}\n`);
      progress = showProgress({ firstRound: from.round, lastRound, expectedBatch, shows });
    },
    onRound: (round) => progress?.round(round),
    onEvaluation: async (state) => {
      await folder.save({ name, config, state });
      progress?.evaluation(state.history.at(-1)!);
    },
    onDivergence: (state) => folder.save({ name, config, state }),
    finish: async (outcome, summary) => {
      await folder.save({ name, config, state: outcome.state });
      folder.write("weights.safetensors", weightsFile(outcome, summary));
      folder.write(REPORT_FILE, await trainReport(summary, basename(resolve(folder.path))));
    },
    stop: () => progress?.stop(),
  };
}

/** The trained weights; what may be said about their privacy travels with them. */
function weightsFile({ model, weights }: TrainOutcome, summary: TrainSummary): Uint8Array {
  const { warning, scope } = privacyStatement(summary);
  const privacy = [
    ...(warning === undefined ? [] : [warning]),
    ...headlineGuarantees(summary.guarantees).map(describeGuarantee),
    ...scope,
  ];
  return encodeSafetensors({
    tensors: modelTensors(model, weights),
    metadata: { model: summary.config.model, privacy: privacy.join(" "), event: toJson(summary.event) },
  });
}
