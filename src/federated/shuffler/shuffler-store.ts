/** One record of a slot as it is stored. Reports and dummies differ in nothing here. */
export interface StoredRow {
  /** 16 bytes: the record's place in the order, unique in its slot. */
  readonly key: Uint8Array;
  /** The sealed bytes. */
  readonly bytes: Uint8Array;
}

/** All of one user's reports of one round. */
export interface Upload {
  /**
   * 32 bytes, unique in the round: the digest of the credential, or of the upload itself where anybody may
   * join.
   */
  readonly sender: Uint8Array;
  /** One per slot, in their order. */
  readonly rows: readonly StoredRow[];
}

/**
 * What became of an upload. `repeated`: sender and all rows were there (a retry). `conflict`: some were there
 * and others not; nothing was inserted. `closed`: the round does not collect (any more). `full`: the round
 * has its cap.
 */
export type Acceptance = "accepted" | "repeated" | "conflict" | "closed" | "full";

/**
 * `collecting` -> `closed` -> `released` -> `done` or `expired`; `cancelled` from the first two. A state is
 * never left backwards.
 */
export type RoundState = "collecting" | "closed" | "released" | "done" | "expired" | "cancelled";

/** States that something is still to be done in. */
export const UNFINISHED: readonly RoundState[] = ["collecting", "closed", "released"];

/** A round as the shuffler keeps it. Signed documents are their JSON, `{ payload, signature }`. */
export interface ShufflerRound {
  readonly study: string;
  readonly number: number;
  readonly state: RoundState;
  /** Id of the announcement, hexadecimal. */
  readonly announcementId: string;
  readonly announcement: string;
  readonly opening: string;
  /** Of the announcement, hexadecimal; never used twice. */
  readonly publicKey: string;
  /** Milliseconds since 1970. */
  readonly closesAt: number;
  /** Most uploads. */
  readonly cap: number;
  readonly slots: number;
  /** 32 bytes; undefined once the batch is released or the round cancelled. */
  readonly orderKey: Uint8Array | undefined;
  /** Accepted uploads; undefined while the round collects, so that nobody can ask. */
  readonly reports: number | undefined;
  /** The signed header of the batch, or the signed cancellation. */
  readonly outcome: string | undefined;
  /** The analyzer's signed result. */
  readonly result: string | undefined;
}

/** What a round is opened with. */
export type OpenedRound = Omit<ShufflerRound, "state" | "reports" | "outcome" | "result" | "orderKey"> & {
  readonly orderKey: Uint8Array;
};

/** Entries of a ledger's copy, in their order: canonical JSON. */
export interface ChainPart {
  readonly ledger: string;
  /** How many entries the copy has before them. */
  readonly after: number;
  readonly entries: readonly string[];
}

/**
 * What a shuffler keeps. Every method is one transaction and durable when its promise resolves; a method that
 * rejects has changed nothing, or all of what it was to change, and may be called again.
 */
export interface ShufflerStore {
  /** Adds digests of credentials, 32 bytes each; those that are there stay. */
  enrol(study: string, digests: readonly Uint8Array[]): Promise<void>;
  isEnrolled(study: string, digest: Uint8Array): Promise<boolean>;

  /** How many entries a ledger's copy has. */
  chainLength(ledger: string): Promise<number>;
  /** The entries after the first `after` ones. */
  chain(ledger: string, after: number): Promise<readonly string[]>;

  /**
   * Appends to the ledger's copy and opens the round.
   *
   * @returns false, and nothing changed, where the copy has not `after` entries, the study has a round with
   *   this number or a later one, a round of the study is collecting or closed, or any round ever had this
   *   public key
   */
  openRound(round: OpenedRound, chain: ChainPart): Promise<boolean>;
  round(study: string, number: number): Promise<ShufflerRound | undefined>;
  /** All of a study, by number: their documents are many where rounds are. */
  rounds(study: string): Promise<readonly ShufflerRound[]>;
  /** The one with the highest number; undefined before the first. */
  lastRound(study: string): Promise<ShufflerRound | undefined>;
  /** Those of a study that collect, are closed or released, by number. */
  unfinishedRounds(study: string): Promise<readonly ShufflerRound[]>;

  /** Keeps the weights of a study under their SHA-256; those that are there stay. */
  keepWeights(study: string, sha256: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there are none such. */
  weights(study: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Drops a study's weights but for these. */
  dropWeights(study: string, kept: readonly string[]): Promise<void>;

  /** Sender and rows, all or nothing. Excluded from running beside `close`. */
  accept(study: string, number: number, upload: Upload): Promise<Acceptance>;
  /**
   * Adds rows to a collecting or closed round; a key that is there keeps its row. Does nothing in any other
   * state.
   */
  addDummies(study: string, number: number, slot: number, rows: readonly StoredRow[]): Promise<void>;
  /** Which of the keys have a row, in their order. */
  hasRows(
    study: string,
    number: number,
    slot: number,
    keys: readonly Uint8Array[],
  ): Promise<readonly boolean[]>;
  /** Whether a round has as many uploads as its cap. Nobody outside learns it while the round collects. */
  isFull(study: string, number: number): Promise<boolean>;
  /**
   * From `collecting` to `closed`: uploads accepted before are counted, none is accepted after. In a later
   * state it changes nothing.
   */
  close(study: string, number: number): Promise<void>;
  /** The sealed bytes of a slot in the order of their keys, joined into parts of about a megabyte. */
  rows(study: string, number: number, slot: number): AsyncIterable<Uint8Array>;

  /** Writes a slot's batch file whole, in place of any before it. */
  writeBatch(study: string, number: number, slot: number, parts: AsyncIterable<Uint8Array>): Promise<void>;
  /** Bytes of a slot's batch file; fewer where it ends before. */
  readBatch(study: string, number: number, slot: number, offset: number, length: number): Promise<Uint8Array>;
  /**
   * `closed` to `released` or `cancelled`, `collecting` to `cancelled`: keeps the outcome, deletes rows,
   * senders and order key (and batch files, where it is cancelled).
   *
   * @returns false, and nothing changed, in any other state
   */
  endIntake(
    study: string,
    number: number,
    state: "released" | "cancelled",
    outcome: string,
  ): Promise<boolean>;
  /**
   * `released` to `done` with the result, or to `expired`: deletes the batch files. @returns false in any
   * other state
   */
  drop(
    study: string,
    number: number,
    state: "done" | "expired",
    result: string | undefined,
  ): Promise<boolean>;
}
