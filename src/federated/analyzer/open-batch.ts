import { DpError } from "../../errors.js";
import type { KeyPair } from "../crypto/crypto-provider.js";
import type { BatchHeader } from "../messages/documents.js";
import { toHex } from "../messages/hex.js";
import { reportInfo, SEALING_BYTES } from "../messages/report-bytes.js";
import type { OpenedStudy } from "../study/open-study.js";
import { type StudySlot, studySlots } from "../study/slots.js";
import type { AnalyzerContext } from "./analyzer-context.js";
import { SeenKeys } from "./seen-keys.js";

const ENC_BYTES = 32;
/** Records that are fetched and opened at once. */
const PART_RECORDS = 8192;

/** What was in a batch. */
export interface OpenedBatch {
  /** Numbers of the valid reports and dummies, of each slot. */
  readonly reports: readonly Uint32Array[];
  /** How many records were not valid, of each slot. */
  readonly invalid: readonly number[];
}

/** The round that a batch is of. */
export interface BatchPlace {
  readonly round: number;
  readonly announcementId: string;
  readonly header: BatchHeader;
}

/**
 * Steps D and E: fetches a batch, which must have been taken before, and opens it. One class of invalid
 * records, counted: what does not open or decode, and all but one with the same ephemeral key, in whichever
 * slots.
 *
 * @throws DpError REFUSED a slot is not what the header says; nothing may be used then
 */
export async function openBatch(
  context: AnalyzerContext,
  { id, study }: OpenedStudy,
  place: BatchPlace,
  keys: KeyPair,
  signal?: AbortSignal,
): Promise<OpenedBatch> {
  const seen = new SeenKeys(context.crypto.randomBytes);
  const reports: Uint32Array[] = [];
  const invalid: number[] = [];
  for (const [slot, studySlot] of studySlots(study).entries()) {
    const numbers = await openSlot(context, { id, slot, studySlot, place, keys, seen, signal });
    reports.push(numbers);
    invalid.push(place.header.reports + place.header.dummies - numbers.length);
  }
  return { reports, invalid };
}

interface SlotOrder {
  readonly id: string;
  readonly slot: number;
  readonly studySlot: StudySlot;
  readonly place: BatchPlace;
  readonly keys: KeyPair;
  readonly seen: SeenKeys;
  readonly signal: AbortSignal | undefined;
}

async function openSlot(context: AnalyzerContext, order: SlotOrder): Promise<Uint32Array> {
  const { id, slot, studySlot, place, keys, seen, signal } = order;
  const { round, announcementId, header } = place;
  const info = reportInfo(announcementId, slot);
  const sealedLength = studySlot.bytes + SEALING_BYTES;
  const count = header.reports + header.dummies;
  const partBytes = PART_RECORDS * sealedLength;
  const hasher = context.crypto.hasher();
  const numbers = new Uint32Array(count);
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
      const number = decoded(studySlot, opened.plaintexts, index);
      const enc = records.subarray(index * sealedLength, index * sealedLength + ENC_BYTES);
      if (number !== undefined && seen.add(enc)) numbers[valid++] = number;
    }
  }
  if (toHex(await hasher.digest()) !== header.slots[slot]) throw notTheHeaders(slot);
  return numbers.subarray(0, valid);
}

function decoded(
  { bytes, randomizer }: StudySlot,
  plaintexts: Uint8Array,
  index: number,
): number | undefined {
  try {
    return randomizer.response.decode(plaintexts.subarray(index * bytes, (index + 1) * bytes));
  } catch {
    return undefined;
  }
}

function notTheHeaders(slot: number): DpError {
  const message = `batch: slot ${slot} must be the records that the header was signed for, is not; nothing is published`;
  return new DpError("REFUSED", message, { parameter: "batch", value: slot });
}
