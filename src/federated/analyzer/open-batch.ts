import { DpError } from "../../errors.js";
import type { KeyPair } from "../crypto/crypto-provider.js";
import type { BatchHeader } from "../messages/documents.js";
import { toHex } from "../messages/hex.js";
import { reportInfo, SEALING_BYTES } from "../messages/report-bytes.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { AnalyzerContext } from "./analyzer-context.js";
import { SeenKeys } from "./seen-keys.js";
import type { SlotReader } from "./slot-reader.js";

const ENC_BYTES = 32;
/** What is fetched and opened at once. */
const PART = { records: 8192, bytes: 2 ** 24 };

/** The round that a batch is of. */
export interface BatchPlace {
  readonly round: number;
  readonly announcementId: string;
  readonly header: BatchHeader;
  readonly readers: readonly SlotReader[];
}

/**
 * Steps D and E: fetches a batch, which must have been taken before, and opens it. One class of invalid
 * records, counted: what does not open or decode, and all but one with the same ephemeral key, in whichever
 * slots.
 *
 * @returns how many records were not valid, of each slot
 * @throws DpError REFUSED a slot is not what the header says; nothing may be used then
 */
export async function openBatch(
  context: AnalyzerContext,
  { id, study }: OpenedStudy,
  place: BatchPlace,
  keys: KeyPair,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const seen = new SeenKeys(context.crypto.randomBytes);
  const invalid: number[] = [];
  for (const [slot, bytes] of study.slots.entries()) {
    const valid = await openSlot(context, { id, slot, bytes, place, keys, seen, signal });
    invalid.push(place.header.reports + place.header.dummies - valid);
  }
  return invalid;
}

interface SlotOrder {
  readonly id: string;
  readonly slot: number;
  /** Of a report. */
  readonly bytes: number;
  readonly place: BatchPlace;
  readonly keys: KeyPair;
  readonly seen: SeenKeys;
  readonly signal: AbortSignal | undefined;
}

/** @returns how many of its records are valid */
async function openSlot(context: AnalyzerContext, order: SlotOrder): Promise<number> {
  const { id, slot, bytes, place, keys, seen, signal } = order;
  const { round, announcementId, header, readers } = place;
  const reader = readers[slot]!;
  const info = reportInfo(announcementId, slot);
  const sealedLength = bytes + SEALING_BYTES;
  const count = header.reports + header.dummies;
  const partBytes = Math.max(1, Math.min(PART.records, Math.floor(PART.bytes / sealedLength))) * sealedLength;
  const hasher = context.crypto.hasher();
  let valid = 0;
  const fetchPart = (start: number): Promise<Uint8Array> =>
    context.door.batch(id, round, slot, start, Math.min(start + partBytes, count * sealedLength));
  // The next part is fetched while one is opened.
  let next = fetchPart(0);
  for (let start = 0; start < count * sealedLength; start += partBytes) {
    if (signal?.aborted) throw new DpError("CANCELLED", "openBatch: stopped; call again");
    const records = await next;
    if (records.length !== Math.min(partBytes, count * sealedLength - start)) throw notTheHeaders(slot);
    next = start + partBytes < count * sealedLength ? fetchPart(start + partBytes) : next;
    next.catch(() => undefined); // awaited in the next turn
    hasher.update(records);
    const opened = await context.openRecords({ keys, info, sealedLength, records });
    for (let index = 0; index < records.length / sealedLength; index++) {
      if (opened.valid[index] === 0) continue;
      const plaintext = opened.plaintexts.subarray(index * bytes, (index + 1) * bytes);
      const enc = records.subarray(index * sealedLength, index * sealedLength + ENC_BYTES);
      if (!reader.read(plaintext) || !seen.add(enc)) continue;
      reader.add();
      valid++;
    }
  }
  if (toHex(await hasher.digest()) !== header.slots[slot]) throw notTheHeaders(slot);
  return valid;
}

function notTheHeaders(slot: number): DpError {
  const message = `batch: slot ${slot} must be the records that the header was signed for, is not; nothing is published`;
  return new DpError("REFUSED", message, { parameter: "batch", value: slot });
}
