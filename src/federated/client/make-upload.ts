import type { RandomSource } from "../../random/index.js";
import { wrongShape } from "../../validate.js";
import type { CryptoProvider } from "../crypto/crypto-provider.js";
import type { Study } from "../study/study.js";
import { type Answers, surveySlots } from "../study/survey-slots.js";
import { sealUpload, type UploadTarget } from "./seal-upload.js";
import { surveyPlaintexts } from "./survey-task.js";

export type { UploadTarget } from "./seal-upload.js";

/**
 * One user's upload to a survey: each slot randomized, encoded and sealed by itself.
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
  target: UploadTarget,
  { answers, credential }: { readonly answers: Answers | null; readonly credential: Uint8Array | null },
): Promise<Uint8Array> {
  if (study.task !== "survey") throw wrongShape("makeUpload: study.task", study.task, "survey");
  if (answers !== null) for (const slot of surveySlots(study)) slot.check(answers);
  return sealUpload(crypto, target, surveyPlaintexts(study, source, answers), credential);
}
