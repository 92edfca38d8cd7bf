import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { type OpenedStudy, openStudyWith } from "./open-study-with.js";
import { readStudy } from "./read-study.js";

export type { OpenedStudy } from "./open-study-with.js";

/**
 * Reads a signed study. The owner's key stands in it: who trusts a study trusts its id.
 *
 * @throws DpError BAD_SIGNATURE or BAD_INPUT or OUT_OF_RANGE it is not signed by its owner, or not as a study
 *   must be
 */
export function openStudy(crypto: CryptoProvider, document: unknown): Promise<OpenedStudy> {
  return openStudyWith(crypto, document, readStudy);
}
