import { DpError } from "../../../../src/errors.js";
import type { BatchHeader, RoundResult } from "../../../../src/federated/messages/documents.js";
import { readAnnounced } from "../../../../src/federated/messages/read-announced.js";
import { documentId, openDocument } from "../../../../src/federated/messages/signed-document.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import type { RoundDocuments } from "../../../../src/federated/shuffler/round-documents.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import { getJson } from "../clients/served-study.js";

/**
 * The result of a round as anybody reads and verifies it: announced by both parties, of the batch that the
 * shuffler signed, with the same counts, signed by the analyzer. Undefined before it is there.
 *
 * @throws DpError REFUSED the round was cancelled, or the documents belong to different rounds or batches;
 *   BAD_SIGNATURE; STORE_UNAVAILABLE nobody answers
 */
export async function readResult(
  url: string,
  opened: OpenedStudy,
  round: number,
  signal: AbortSignal,
): Promise<RoundResult | undefined> {
  const { id, study } = opened;
  const path = `${url}/v1/studies/${id}/rounds/${round}`;
  const documents = (await getJson(path, signal)) as Omit<RoundDocuments, "result">;
  const { state, outcome } = documents;
  if (state === "cancelled" || state === "expired") throw ended(round, state, study.floor);
  if (state !== "done" || outcome === null) return undefined;
  const result = await getJson(`${path}/result`, signal);
  const crypto = nodeCrypto();
  const announced = await readAnnounced(crypto, opened, documents);
  const batch = (await openDocument(crypto, "batch", outcome, study.shuffler.publicKey)) as BatchHeader;
  const opening = (await openDocument(crypto, "result", result, study.analyzer.publicKey)) as RoundResult;
  const isOne =
    announced.announcement.round === round &&
    opening.study === id &&
    opening.round === round &&
    opening.announcement === announced.id &&
    batch.announcement === announced.id &&
    opening.batch === (await documentId(crypto, "batch", outcome.payload)) &&
    opening.reports === batch.reports &&
    opening.dummies === batch.dummies;
  if (!isOne) throw unlike(round);
  return opening;
}

function ended(value: number, state: string, floor: number): DpError {
  const message = `round ${value} is ${state}: fewer than ${floor} reports came in time; give the clients more by --window-seconds`;
  return new DpError("REFUSED", message, { parameter: "round", value });
}

function unlike(value: number): DpError {
  const message = `round ${value}: announcement, batch and result must belong together, do not; trust none of them`;
  return new DpError("REFUSED", message, { parameter: "round", value });
}
