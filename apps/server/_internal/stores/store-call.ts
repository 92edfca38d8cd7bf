import type { DpErrorCode, DpErrorDetails } from "../../../../src/errors.js";

/** A call of the synchronous store from another thread. */
export interface StoreCall {
  readonly method: string;
  readonly values: readonly unknown[];
}

/** What came of a call. */
export type StoreAnswer =
  | { readonly result: unknown }
  | {
      readonly failure: {
        readonly message: string;
        readonly code?: DpErrorCode;
        readonly details?: DpErrorDetails;
      };
    };
