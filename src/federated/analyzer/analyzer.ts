import type { Guarantee } from "../../privacy/index.js";
import type { TrainingState } from "../../training/loop/training-state.js";
import type { RoundResult } from "../messages/documents.js";
import type { SignedDocument } from "../messages/signed-document.js";

/** Where a study's latest round stands. */
export interface RoundProgress {
  /** 0 before the first. */
  readonly round: number;
  /**
   * `none`: no round was announced. `collecting`: nothing to do but wait. `abandoned`: its key or its batch
   * is lost, and it stays charged.
   */
  readonly stage: "none" | "collecting" | "published" | "cancelled" | "abandoned";
  /** Of a published round. */
  readonly result?: RoundResult;
  readonly signedResult?: SignedDocument;
}

/** The analyzer: the ledger, the keys, and what is made of a batch. */
export interface Analyzer {
  /**
   * Charges the next round and announces it; where one is unfinished, that one is announced again.
   *
   * @throws DpError BUDGET_EXCEEDED nothing was charged; REFUSED all rounds of the study are charged;
   *   LEDGER_BEHIND the shuffler's copy is longer; LEDGER_MOVED another analyzer was faster;
   *   STORE_UNAVAILABLE the shuffler did not answer: call again
   */
  announce(study: string): Promise<RoundProgress>;
  /**
   * Takes the latest round as far as it goes: fetches, takes, opens, publishes, erases. Safe to call again at
   * any time, also after a crash at any point: nothing is published twice with other bytes.
   *
   * @throws DpError as {@link Analyzer.announce}; REFUSED the batch is not what its header says, or another
   *   one was taken before
   */
  advance(study: string, signal?: AbortSignal): Promise<RoundProgress>;
  /**
   * Asks the shuffler to cancel the open round; erases its key, then refunds the charge. One that the
   * shuffler does not know is abandoned, and one that is released goes on.
   */
  cancel(study: string): Promise<RoundProgress>;
  /**
   * Where a training stands after its last step, charges as the ledger has them; undefined in surveys and
   * before the first round.
   */
  trained(study: string): Promise<TrainingState | undefined>;
  /**
   * Imports what the shuffler's copy has more. Rounds whose keys are not here stay charged and are closed.
   * @returns entries imported
   */
  recover(ledger: string): Promise<number>;
  /**
   * Erasure: wraps the live keys under a new master key; the caller unlinks the old one afterwards. @returns
   * how many
   */
  rotate(master: MasterKey): Promise<number>;
  /**
   * What a ledger's charges spend together so far, against readers of the results; undefined where nothing is
   * charged.
   */
  spent(study: string): Promise<Guarantee | undefined>;
}

/** What private keys are wrapped under: 32 random bytes, and a name for them. */
export interface MasterKey {
  readonly id: string;
  readonly key: Uint8Array;
}
