/** What is signed. The label keeps a signature of one type from passing as another's. */
export type DocumentType =
  | "study"
  | "announcement"
  | "opening"
  | "batch"
  | "cancellation"
  | "result"
  | "entry";

/** A document as it travels: the exact text that was signed, canonical JSON, and the signature, hexadecimal. */
export interface SignedDocument {
  readonly payload: string;
  readonly signature: string;
}
