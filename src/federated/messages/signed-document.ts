import { DpError } from "../../errors.js";
import { checkFields, wrongShape } from "../../validate.js";
import { checkCrypto, checkKeyPair } from "../crypto/check-parts.js";
import type { CryptoProvider, KeyPair } from "../crypto/crypto-provider.js";
import { canonicalJson, readCanonicalJson } from "./canonical-json.js";
import { fromHex, toHex } from "./hex.js";
import { joinBytes } from "./join-bytes.js";

/** What is signed. The label keeps a signature of one type from passing as another's. */
export type DocumentType =
  | "study"
  | "announcement"
  | "opening"
  | "batch"
  | "cancellation"
  | "result"
  | "entry";

/**
 * A document as it travels: the exact text that was signed, canonical JSON, and the signature, hexadecimal.
 */
export interface SignedDocument {
  readonly payload: string;
  readonly signature: string;
}

/** What is signed and hashed: `"croupier-v1/" || type || 0x00 || payload`. */
export function signatureInput(type: DocumentType, payload: string): Uint8Array {
  const encoder = new TextEncoder();
  return joinBytes(encoder.encode(`croupier-v1/${type}`), Uint8Array.of(0), encoder.encode(payload));
}

/** A document's id: SHA-256 of its signature's input, hexadecimal. */
export async function documentId(
  crypto: CryptoProvider,
  type: DocumentType,
  payload: string,
): Promise<string> {
  checkCrypto("documentId: crypto", crypto);
  return toHex(await crypto.sha256(signatureInput(type, payload)));
}

/** Signs a value of plain JSON. */
export async function signDocument(
  crypto: CryptoProvider,
  type: DocumentType,
  value: object,
  keys: KeyPair,
): Promise<SignedDocument> {
  checkCrypto("signDocument: crypto", crypto);
  checkKeyPair("signDocument: keys", keys);
  const payload = canonicalJson(value);
  readCanonicalJson(`signDocument: ${type}`, payload); // no longer than readers take
  const signature = await crypto.signatures.sign(keys.privateKey, signatureInput(type, payload));
  return { payload, signature: toHex(signature) };
}

/**
 * The value of a document: verified first, then parsed, then compared with its canonical text.
 *
 * @param publicKey of the party that must have signed it, hexadecimal
 * @throws DpError BAD_SIGNATURE it is not signed by that key, as this type, or its bytes were altered;
 *   BAD_INPUT it has another shape
 */
export async function openDocument(
  crypto: CryptoProvider,
  type: DocumentType,
  document: unknown,
  publicKey: string,
): Promise<unknown> {
  const { payload, signature } = readSigned(type, document);
  const key = fromHex(`${type}: key`, publicKey, 32);
  const signed = fromHex(`${type}: signature`, signature, 64);
  if (!(await crypto.signatures.verify(key, signed, signatureInput(type, payload)))) {
    throw new DpError("BAD_SIGNATURE", `${type}: must be signed by ${publicKey}, is not; do not use it`, {
      parameter: type,
      value: undefined,
      allowed: `signed by ${publicKey}`,
    });
  }
  return readCanonicalJson(type, payload);
}

/** @throws DpError BAD_INPUT it is not `{ payload, signature }` */
export function readSigned(name: string, document: unknown): SignedDocument {
  const fields = checkFields(name, document as object, "{ payload, signature }") as Record<string, unknown>;
  const { payload, signature } = fields;
  if (Object.keys(fields).length !== 2 || typeof payload !== "string" || typeof signature !== "string")
    throw wrongShape(name, document, "{ payload, signature }, both strings");
  return { payload, signature };
}
