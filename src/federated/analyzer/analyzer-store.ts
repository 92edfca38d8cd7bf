/** A round's private key, wrapped under a master key. */
export interface WrappedKey {
  readonly study: string;
  readonly round: number;
  /** Which master key. */
  readonly masterId: string;
  readonly wrapped: Uint8Array;
}

/**
 * What the analyzer keeps of a round beside its key: signed documents as their JSON, `{ payload, signature
 * }`.
 */
export type RoundDocument = "announcement" | "opening" | "batch" | "result" | "cancellation";

/** Where a training stands, after some round. */
export interface StoredState {
  readonly study: string;
  /** That made it; 0 before the first. */
  readonly round: number;
  readonly bytes: Uint8Array;
}

/** A change of the ledger, whole or not at all. */
export interface LedgerChange {
  readonly ledger: string;
  /** How many entries the ledger must have for the change to be made. */
  readonly after: number;
  /** New entries, canonical JSON, in their order; may be none. */
  readonly entries: readonly string[];
  readonly key?: WrappedKey;
  /** The round whose key row is deleted. */
  readonly eraseKey?: { readonly study: string; readonly round: number };
  readonly documents?: readonly {
    readonly study: string;
    readonly round: number;
    readonly name: RoundDocument;
    readonly text: string;
  }[];
  /** In place of the study's one before. */
  readonly state?: StoredState;
}

/**
 * What an analyzer keeps. Every method is one transaction and durable when its promise resolves; a method
 * that rejects has changed nothing, or all of what it was to change.
 */
export interface AnalyzerStore {
  /** How many entries a ledger has. */
  length(ledger: string): Promise<number>;
  /** The entries after the first `after` ones. */
  entries(ledger: string, after: number): Promise<readonly string[]>;
  /**
   * @returns false, and nothing changed, where the ledger has not `after` entries: another analyzer was
   * faster
   */
  commit(change: LedgerChange): Promise<boolean>;
  document(study: string, round: number, name: RoundDocument): Promise<string | undefined>;
  /** The last of a study. */
  state(study: string): Promise<StoredState | undefined>;
  key(study: string, round: number): Promise<WrappedKey | undefined>;
  /** All that live. */
  keys(): Promise<readonly WrappedKey[]>;
  /**
   * Wraps live keys anew, all or none.
   *
   * @returns false, and nothing changed, where the live keys are not exactly these rounds'
   */
  rewrap(keys: readonly WrappedKey[]): Promise<boolean>;
}
