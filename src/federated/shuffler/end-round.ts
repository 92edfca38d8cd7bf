import { DpError } from "../../errors.js";
import type { BatchHeader, Cancellation, CancellationReason } from "../messages/documents.js";
import { toHex } from "../messages/hex.js";
import { SEALING_BYTES } from "../messages/report-bytes.js";
import { signDocument } from "../messages/signed-document.js";
import type { OpenedStudy } from "../study/open-study.js";
import { completeDummies } from "./dummies.js";
import type { ShufflerContext } from "./shuffler-context.js";
import type { ShufflerRound } from "./shuffler-store.js";

/**
 * Ends a closed round: cancels it below the floor, else completes the dummies and freezes the batch. Again
 * after a crash: the same bytes.
 */
export async function endClosedRound(
  context: ShufflerContext,
  opened: OpenedStudy,
  round: ShufflerRound,
  signal?: AbortSignal,
): Promise<void> {
  if (round.reports! < opened.study.floor) return cancelRound(context, round, "floor");
  if (await completeDummies(context, opened, round, signal)) await freeze(context, opened, round);
}

/** Signs that a round has no batch, and deletes what was collected. */
export async function cancelRound(
  { crypto, store, keys }: ShufflerContext,
  { study, number, announcementId }: ShufflerRound,
  reason: CancellationReason,
): Promise<void> {
  const cancellation: Cancellation = { announcement: announcementId, reason };
  const signed = await signDocument(crypto, "cancellation", cancellation, keys);
  await store.endIntake(study, number, "cancelled", JSON.stringify(signed));
}

/**
 * Writes each slot in the order of its keys, signs the header, and deletes the intake: the release is these
 * bytes for ever.
 */
async function freeze(
  { crypto, store, keys }: ShufflerContext,
  { id, study }: OpenedStudy,
  { number, announcementId, reports }: ShufflerRound,
): Promise<void> {
  const slots: string[] = [];
  for (const [slot, bytes] of study.slots.entries()) {
    const expected = (reports! + study.dummies) * (bytes + SEALING_BYTES);
    const hasher = crypto.hasher();
    let written = 0;
    async function* hashed(): AsyncIterable<Uint8Array> {
      for await (const part of store.rows(id, number, slot)) {
        hasher.update(part);
        written += part.length;
        yield part;
      }
    }
    await store.writeBatch(id, number, slot, hashed());
    if (written !== expected) {
      // Another process that shares the store may have released it.
      const now = await store.round(id, number);
      if (now?.state !== "closed") return;
      throw incomplete(written, expected);
    }
    slots.push(toHex(await hasher.digest()));
  }
  const header: BatchHeader = {
    announcement: announcementId,
    reports: reports!,
    dummies: study.dummies,
    slots,
  };
  const signed = await signDocument(crypto, "batch", header, keys);
  await store.endIntake(id, number, "released", JSON.stringify(signed));
}

function incomplete(value: number, expected: number): DpError {
  const allowed = `${expected} bytes`;
  const message = `freeze: a slot must have ${allowed}, has ${value}; the store lost rows: nothing is released`;
  return new DpError("STORE_UNAVAILABLE", message, { parameter: "slot", value, allowed });
}
