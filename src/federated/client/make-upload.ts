import type { RandomSource } from "../../random/index.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { fromHex } from "../messages/hex.js";
import { joinBytes } from "../messages/join-bytes.js";
import { reportInfo } from "../messages/report-bytes.js";
import { type Answers, type StudySlot, studySlots } from "../study/slots.js";
import type { Study } from "../study/study.js";

/** The round that an upload is for. */
export interface UploadTarget {
  readonly announcementId: string;
  /** Of the round, hexadecimal. */
  readonly publicKey: string;
}

/**
 * One user's upload: each slot randomized, encoded and sealed by itself.
 *
 * Answers are checked before anything is drawn. A fault after that makes a dummy of the same length, never
 * nothing: whether somebody reports must not depend on the answers.
 *
 * @param answers null makes a dummy in every slot
 * @throws DpError BAD_INPUT or OUT_OF_RANGE an answer is missing or not one of the choices
 */
export async function makeUpload(
  crypto: CryptoProvider,
  source: RandomSource,
  study: Study,
  { announcementId, publicKey }: UploadTarget,
  { answers, credential }: { readonly answers: Answers | null; readonly credential: Uint8Array | null },
): Promise<Uint8Array> {
  const slots = studySlots(study);
  if (answers !== null) for (const slot of slots) slot.check(answers);
  const sender = await crypto.hpke.sender(fromHex("publicKey", publicKey, 32));
  const sealed = await Promise.all(
    slots.map((slot, index) =>
      sender.seal(reportInfo(announcementId, index), plaintext(slot, source, answers)),
    ),
  );
  return joinBytes(...(credential === null ? [] : [credential]), ...sealed);
}

function plaintext(slot: StudySlot, source: RandomSource, answers: Answers | null): Uint8Array {
  if (answers === null) return slot.dummy(source);
  try {
    return slot.report(source, answers);
  } catch {
    return slot.dummy(source);
  }
}
