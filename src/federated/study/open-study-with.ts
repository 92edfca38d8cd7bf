import type { CryptoProvider } from "../crypto/crypto-provider.js";
import { readCanonicalJson } from "../messages/canonical-json.js";
import { documentId, openDocument, readSigned, type SignedDocument } from "../messages/signed-document.js";
import type { Study } from "./study.js";

/** A study that its owner signed. */
export interface OpenedStudy {
  /** SHA-256 of what was signed, hexadecimal: the study's name everywhere. */
  readonly id: string;
  readonly study: Study;
  readonly signed: SignedDocument;
}

/** `openStudy`, with a reader for as many tasks as the caller knows. */
export async function openStudyWith(
  crypto: CryptoProvider,
  document: unknown,
  read: (name: string, value: unknown) => Study,
): Promise<OpenedStudy> {
  const signed = readSigned("study", document);
  const { owner } = read("study", readCanonicalJson("study", signed.payload));
  const study = read("study", await openDocument(crypto, "study", signed, owner.publicKey));
  return { id: await documentId(crypto, "study", signed.payload), study, signed };
}
