import { type RandomSource, secureSource } from "../../random/index.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { fromHex } from "../messages/hex.js";
import { reportInfo, SEALING_BYTES } from "../messages/report-bytes.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { Study } from "../study/study.js";
import { surveySlots } from "../study/survey-slots.js";
import { type DummyPlace, trainingDummy } from "../training/training-dummy.js";
import type { MakeDummies } from "./make-dummies.js";
import { rowKeys } from "./row-keys.js";
import type { ShufflerContext } from "./shuffler-context.js";
import type { ShufflerRound } from "./shuffler-store.js";

/** Dummies between two looks at the signal; each part is one transaction. */
const PART = { most: 500, bytes: 2 ** 24 };

/** Makes dummies in this thread: the client's randomizer, encoding and sealing. */
export function dummiesHere(crypto: CryptoProvider): MakeDummies {
  const source = secureSource();
  return async ({ study, announcementId, publicKey, round, slot, indices }) => {
    const dummy = dummyOf(study, source);
    const sender = await crypto.hpke.sender(fromHex("publicKey", publicKey, 32));
    const info = reportInfo(announcementId, slot);
    const length = study.slots[slot]! + SEALING_BYTES;
    const sealed = new Uint8Array(indices.length * length);
    for (const [place, index] of indices.entries()) {
      sealed.set(await sender.seal(info, dummy({ round, slot, index })), place * length);
    }
    return sealed;
  };
}

/** What makes the plaintext of a dummy. */
function dummyOf(study: Study, source: RandomSource): (place: DummyPlace) => Uint8Array {
  if (study.task === "training") return (place) => trainingDummy(study, place);
  const slots = surveySlots(study);
  return ({ slot }) => slots[slot]!.dummy(source);
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
    const size = Math.max(1, Math.min(PART.most, Math.floor(PART.bytes / length)));
    for (let start = 0; start < study.dummies; start += size) {
      if (signal?.aborted) return false;
      const all = Array.from({ length: Math.min(size, study.dummies - start) }, (_, i) => start + i);
      const places = await Promise.all(all.map((index) => keys.dummy(slot, index)));
      const stored = await store.hasRows(id, number, slot, places);
      const indices = all.filter((_, place) => !stored[place]);
      if (indices.length === 0) continue;
      const order = { study, announcementId, publicKey, round: number, slot, indices };
      const sealed = await makeDummies(order);
      const rows = indices.map((dummy, index) => ({
        key: places[dummy - start]!,
        bytes: sealed.subarray(index * length, (index + 1) * length),
      }));
      await store.addDummies(id, number, slot, rows);
    }
  }
  return true;
}
