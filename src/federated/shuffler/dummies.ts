import { secureSource } from "../../random/index.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { fromHex } from "../messages/hex.js";
import { reportInfo, SEALING_BYTES } from "../messages/report-bytes.js";
import type { OpenedStudy } from "../study/open-study.js";
import { studySlots } from "../study/slots.js";
import type { MakeDummies } from "./make-dummies.js";
import { rowKeys } from "./row-keys.js";
import type { ShufflerContext } from "./shuffler-context.js";
import type { ShufflerRound } from "./shuffler-store.js";

/** Dummies between two looks at the signal; each part is one transaction. */
const PART = 500;

/** Makes dummies in this thread: the client's randomizer, encoding and sealing. */
export function dummiesHere(crypto: CryptoProvider): MakeDummies {
  const source = secureSource();
  return async ({ study, announcementId, publicKey, slot, count }) => {
    const { dummy, bytes } = studySlots(study)[slot]!;
    const sender = await crypto.hpke.sender(fromHex("publicKey", publicKey, 32));
    const info = reportInfo(announcementId, slot);
    const length = bytes + SEALING_BYTES;
    const sealed = new Uint8Array(count * length);
    for (let index = 0; index < count; index++) {
      sealed.set(await sender.seal(info, dummy(source)), index * length);
    }
    return sealed;
  };
}

/**
 * Adds the dummies of every slot that are not there yet, from the first on: after a crash those that were
 * stored stay.
 *
 * @returns false where it was stopped, or the round's intake has ended
 */
export async function completeDummies(
  { crypto, store, makeDummies }: ShufflerContext,
  { id, study }: OpenedStudy,
  round: ShufflerRound,
  signal?: AbortSignal,
): Promise<boolean> {
  const { number, announcementId, publicKey, orderKey } = round;
  if (orderKey === undefined) return false;
  const keys = await rowKeys(crypto, orderKey);
  for (const [slot, bytes] of study.slots.entries()) {
    const length = bytes + SEALING_BYTES;
    for (let start = 0; start < study.dummies; start += PART) {
      if (signal?.aborted) return false;
      const indices = Array.from({ length: Math.min(PART, study.dummies - start) }, (_, i) => start + i);
      const places = await Promise.all(indices.map((index) => keys.dummy(slot, index)));
      const stored = await store.hasRows(id, number, slot, places);
      const missing = places.filter((_, index) => !stored[index]);
      if (missing.length === 0) continue;
      const order = { study, announcementId, publicKey, slot, count: missing.length };
      const sealed = await makeDummies(order);
      const rows = missing.map((key, index) => ({
        key,
        bytes: sealed.subarray(index * length, (index + 1) * length),
      }));
      await store.addDummies(id, number, slot, rows);
    }
  }
  return true;
}
