import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { readCanonicalJson } from "../messages/canonical-json.js";
import { documentId, openDocument, readSigned, type SignedDocument } from "../messages/signed-document.js";
import { readStudy } from "./read-study.js";
import type { Study } from "./study.js";

/** A study that its owner signed. */
export interface OpenedStudy {
  /** SHA-256 of what was signed, hexadecimal: the study's name everywhere. */
  readonly id: string;
  readonly study: Study;
  readonly signed: SignedDocument;
}

/**
 * Reads a signed study. The owner's key stands in it: who trusts a study trusts its id.
 *
 * @throws DpError BAD_SIGNATURE or BAD_INPUT or OUT_OF_RANGE it is not signed by its owner, or not as a study
 *   must be
 */
export async function openStudy(crypto: CryptoProvider, document: unknown): Promise<OpenedStudy> {
  const signed = readSigned("study", document);
  const { owner } = readStudy("study", readCanonicalJson("study", signed.payload));
  const study = readStudy("study", await openDocument(crypto, "study", signed, owner.publicKey));
  return { id: await documentId(crypto, "study", signed.payload), study, signed };
}
