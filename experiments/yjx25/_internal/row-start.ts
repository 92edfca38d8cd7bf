import { join } from "node:path";
import { seededSource } from "../../../src/random/index.js";
import { configuredArchitecture } from "../../../src/training/config/configured-architecture.js";
import type { PublicModelName } from "../../../src/training/config/public-models.js";
import type { TaskName } from "../../../src/training/config/tasks.js";
import { byteBert } from "../../../src/training/models/byte-bert.js";
import { byteGpt } from "../../../src/training/models/byte-gpt.js";
import type { Model } from "../../../src/training/models/model.js";
import { architectureModel } from "../../../src/training/models/pretrained/architecture.js";
import { weightsFromCheckpoint } from "../../../src/training/models/pretrained/weights-from-checkpoint.js";
import { vitModel } from "../../../src/training/models/vit-model.js";
import { openSafetensors } from "../../../src/training/safetensors/open-safetensors.js";
import { byteTokenizer } from "../../../src/training/text/byte-tokenizer.js";
import { loadTokenizer } from "../../../src/training/text/load-tokenizer.js";
import type { ExperimentOptions } from "../../experiment.js";
import type { PaperRow } from "./paper-rows.js";
import { type RowData, type RowReading, rowData } from "./row-data.js";
import { missingCheckpoint, missingData, noRoom } from "./row-needs.js";

/** Of the quick form. */
const SMALL_LENGTH = 64;

/** What is trained, from which weights, on which reading of the texts. */
export interface RowStart {
  readonly model: Model;
  readonly found: RowData;
  readonly reading: RowReading;
  readonly weights?: Float32Array;
}

/**
 * The data and the model of a row: the paper's, or of the quick form a small one.
 *
 * @throws DpError DATA_UNREADABLE there are no data, or of the long form no checkpoint; NOT_APPLICABLE the
 *   long form has no room here
 */
export async function startOf(row: PaperRow, options: ExperimentOptions): Promise<RowStart> {
  if (options.data === undefined) throw missingData(row);
  return options.quick ? smallStart(row, options.data) : fullStart(row, options);
}

async function smallStart({ task }: PaperRow, directory: string): Promise<RowStart> {
  const reading = { tokenizer: byteTokenizer, length: SMALL_LENGTH };
  const found = await rowData(task, directory, reading);
  const { classes } = found;
  if (task === "cifar100") {
    const size = { layers: 1, heads: 2, width: 16, side: 32, patch: 8, channels: 3 };
    return { model: vitModel({ ...size, classes }), found, reading };
  }
  const model =
    found.tested.length > 0 ? byteGpt({ length: SMALL_LENGTH }) : byteBert({ classes, length: SMALL_LENGTH });
  return { model, found, reading };
}

async function fullStart(row: PaperRow, { data, checkpoint, seed }: ExperimentOptions): Promise<RowStart> {
  if (checkpoint === undefined) throw missingCheckpoint(row);
  if (row.model === "gpt2-large" || row.task === "cifar100") throw noRoom(row);
  const tokenizer = await loadTokenizer({ directory: checkpoint });
  const reading = { tokenizer, length: row.tokens };
  const found = await rowData(row.task, data!, reading);
  const architecture = configuredArchitecture({
    model: row.model as PublicModelName,
    // DART is written as E2E is.
    task: (row.task === "dart" ? "e2e" : row.task) as TaskName,
    ...{ sequenceLength: row.tokens, vocabulary: tokenizer.vocabulary },
  })!;
  const reader = await openSafetensors(join(checkpoint, "model.safetensors"));
  try {
    const newHead = found.tested.length > 0 ? {} : { newHead: seededSource(seed).fork(9) };
    const { weights } = await weightsFromCheckpoint(architecture, reader, newHead);
    return { model: architectureModel(architecture), found, reading, weights };
  } finally {
    await reader.close();
  }
}
