import type { KeyPair } from "../crypto/crypto-provider.js";

/** Records of one slot that are to be opened. */
export interface OpenOrder {
  readonly keys: KeyPair;
  readonly info: Uint8Array;
  /** Sealed bytes of one record. */
  readonly sealedLength: number;
  /** Whole records, joined. */
  readonly records: Uint8Array;
}

/** The plaintexts, joined, zeros for a record that does not open; and 1 for each record that does, else 0. */
export interface OpenedRecords {
  readonly plaintexts: Uint8Array;
  readonly valid: Uint8Array;
}

/** Opens records: in this thread, or in others. */
export type OpenRecords = (order: OpenOrder) => Promise<OpenedRecords>;
