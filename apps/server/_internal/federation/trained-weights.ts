import { join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import type { TrainingResult } from "../../../../src/federated/messages/documents.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { TrainingStudy } from "../../../../src/federated/study/study.js";
import { decodeState } from "../../../../src/federated/training/state-file.js";
import { weightsFile } from "../../../../src/federated/training/weights-file.js";
import { openSqliteAnalyzerStore } from "../stores/open-sqlite-analyzer-store.js";
import { storePaths } from "../stores/store-option.js";

/**
 * The weights that an analyzer has trained, out of its folder, when it has ended; they are those that it
 * signed for.
 *
 * @throws DpError DATA_UNREADABLE it has none, or others
 */
export async function trainedWeights(
  folder: string,
  study: TrainingStudy,
  { study: id, update }: TrainingResult,
): Promise<Float32Array> {
  const { ledger: database, head } = storePaths(`sqlite:${join(folder, "analyzer.db")}`);
  const store = openSqliteAnalyzerStore({ database, head });
  try {
    const stored = await store.state(id);
    if (stored !== undefined) {
      const { weights } = decodeState(stored.bytes);
      if (update === null || (await weightsFile(nodeCrypto(), study, weights)).sha256 === update.weights)
        return weights;
    }
  } finally {
    store.shut();
  }
  const message = "federation: the analyzer must have the weights that it signed for, does not";
  throw new DpError("DATA_UNREADABLE", message, { parameter: "weights", value: undefined });
}
