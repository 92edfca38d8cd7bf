import type { OpenedRecords, OpenOrder } from "../../../../src/federated/analyzer/open-records.js";
import type { DummyOrder } from "../../../../src/federated/shuffler/make-dummies.js";

/** What a thread is to do. */
export type CryptoTask =
  | { readonly kind: "open"; readonly order: OpenOrder }
  | { readonly kind: "dummies"; readonly order: DummyOrder };

/** What it answers. */
export type CryptoAnswer =
  | { readonly opened: OpenedRecords }
  | { readonly sealed: Uint8Array }
  | { readonly failure: string };
