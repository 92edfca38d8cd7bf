import { join } from "node:path";
import type { Analyzer } from "../../../../src/federated/analyzer/analyzer.js";
import type { AnalyzerStore } from "../../../../src/federated/analyzer/analyzer-store.js";
import type { TrainingResult } from "../../../../src/federated/messages/documents.js";
import type { SignedDocument } from "../../../../src/federated/messages/signed-document.js";
import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { describeGuarantee } from "../../../../src/privacy/describe-guarantee.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import type { TrainingState } from "../../../../src/training/loop/training-state.js";
import { classesOf } from "../../../../src/training/models/model.js";
import { modelOf } from "../../../../src/training/models/model-name.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { encodeSafetensors } from "../../../../src/training/safetensors/encode-safetensors.js";
import { makeFolder } from "../../../cli/_internal/make-folder.js";
import { replaceFile } from "../../../cli/_internal/replace-file.js";
import { MODEL_FILE, modelFile } from "../../../cli/_internal/train/model-file.js";
import { toJson } from "../../../shared/words/to-json.js";
import { type TrainingRun, trainingReport } from "./training-report.js";

/** Where a run is left, and what it is of. */
export interface LeftRun {
  readonly folder: string;
  /** Of the study. */
  readonly id: string;
  readonly study: TrainingStudy;
  readonly analyzer: Analyzer;
  readonly store: AnalyzerStore;
}

/**
 * Writes the folder of a training study's run: `ledger.json` first, so that it is never behind what the
 * others tell, then `config.json`, `rounds.jsonl`, `weights.safetensors`, `model.json` where the model has a
 * name, and `report.html`. Each file is whole, before and after.
 */
export async function leaveRun({ folder, id, study, analyzer, store }: LeftRun): Promise<void> {
  const state = await analyzer.trained(id);
  if (state === undefined) return;
  const run = { id, study, results: await resultsOf(store, id) };
  makeFolder(folder);
  const write = (name: string, content: string | Uint8Array): void =>
    replaceFile(join(folder, name), content);
  write("ledger.json", `${toJson(state.ledger, 2)}\n`);
  write("config.json", `${toJson(study, 2)}\n`);
  write("rounds.jsonl", run.results.map((result) => `${toJson(result)}\n`).join(""));
  write("weights.safetensors", weightsOf(run, state));
  if (typeof study.model === "string") write(MODEL_FILE, namedModel(study.model));
  write("report.html", trainingReport(run));
}

/** Of all rounds that were published: their numbers may have gaps. */
async function resultsOf(store: AnalyzerStore, id: string): Promise<readonly TrainingResult[]> {
  const results: TrainingResult[] = [];
  for (let round = 1; (await store.document(id, round, "announcement")) !== undefined; round++) {
    const text = await store.document(id, round, "result");
    if (text !== undefined)
      results.push(JSON.parse((JSON.parse(text) as SignedDocument).payload) as TrainingResult);
  }
  return results;
}

/** What may be said about the weights' privacy travels with them. */
function weightsOf({ study, results }: TrainingRun, { weights, ledger }: TrainingState): Uint8Array {
  const figures = results.at(-1)?.figures;
  const said = figures === undefined ? [] : Object.values(figures).map(figureText);
  const warning = study.purpose === "test" ? ["A test: it protects nobody."] : [];
  return encodeSafetensors({
    tensors: modelTensors(modelOf(study.model), weights),
    metadata: { privacy: [...warning, ...said].join(" "), event: toJson(ledger) },
  });
}

function figureText({
  adversary,
  guarantee,
}: {
  adversary: string;
  guarantee: Parameters<typeof describeGuarantee>[0];
}) {
  return `Against ${adversary}: ${describeGuarantee(guarantee)}`;
}

/** Classes bear their numbers: a study does not name them. */
function namedModel(model: Exclude<TrainingStudy["model"], object>): string {
  const classes = Array.from({ length: classesOf(modelOf(model)) }, (_, index) => String(index));
  return modelFile({ model } as TrainConfig, { classes });
}
