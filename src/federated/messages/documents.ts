import type { ColumnEstimates } from "../../analytics/index.js";
import type { MechanismEvent } from "../../privacy/index.js";
import type { StudyFigures } from "./study-figures.js";

/**
 * The analyzer opens a round: the key to seal to, and the charge that was written before it. Ids, keys and
 * digests are hexadecimal.
 */
export interface Announcement {
  readonly study: string;
  /** Rounds are numbered 1, 2, ... */
  readonly round: number;
  /** X25519, of this round alone. */
  readonly publicKey: string;
  /** The population whose ledger was charged. */
  readonly ledger: string;
  /** The charge's place in the ledger. */
  readonly sequence: number;
  /** The ledger's head after the charge. */
  readonly head: string;
  /** SHA-256 of the model's weights; null in a survey. */
  readonly weights: string | null;
}

/** The shuffler agrees to a round. */
export interface Opening {
  /** Id of the announcement. */
  readonly announcement: string;
  /** By the shuffler's clock, milliseconds since 1970. */
  readonly closesAt: number;
}

/** What the shuffler released, for ever. */
export interface BatchHeader {
  readonly announcement: string;
  /** N, accepted uploads. */
  readonly reports: number;
  /** D, in each slot. */
  readonly dummies: number;
  /** SHA-256 of each slot's records, in their order. */
  readonly slots: readonly string[];
}

/** A round that ended without a batch. */
export interface Cancellation {
  readonly announcement: string;
  readonly reason: CancellationReason;
}

/** Fewer reports than the floor; or the analyzer wanted it. */
export type CancellationReason = "floor" | "analyzer";

/** What an analyzer publishes of a round. */
export type RoundResult = SurveyResult | TrainingResult;

/** What all results say. */
export interface ResultTerms {
  readonly study: string;
  readonly round: number;
  readonly announcement: string;
  /** Id of the batch header. */
  readonly batch: string;
  readonly reports: number;
  readonly dummies: number;
  /** Records that did not open or decode, or repeated another's key, in each slot. */
  readonly invalid: readonly number[];
  readonly figures: StudyFigures;
  /** Rounds of the study charged so far, this one's included, of how many. */
  readonly rounds: { readonly charged: number; readonly planned: number };
  /** The ledger's head after `taken`. */
  readonly head: string;
  /** The library's version. */
  readonly version: string;
}

/** A round of a survey. */
export interface SurveyResult extends ResultTerms {
  /**
   * Null where more records are invalid than the study's honest share allows: then nothing is published but
   * that.
   */
  readonly estimates: readonly ColumnEstimates[] | null;
}

/** A round of training. */
export interface TrainingResult extends ResultTerms {
  /**
   * The step that the round made. Null where more records are invalid than the study's honest share allows,
   * or a weight would not be finite: then the weights stay.
   */
  readonly update: RoundUpdate | null;
}

/** One step of a training. */
export interface RoundUpdate {
  /** SHA-256 of the new weights, hexadecimal: the next announcement names it. */
  readonly weights: string;
  /** Steps so far. */
  readonly steps: number;
  /** Uploads that were averaged. */
  readonly participants: number;
}

/** One line of the ledger. */
export type LedgerEntry = RoundEntry | TakenEntry | PublishedEntry | CancelledEntry | AbandonedEntry;

/** What all entries have. */
export interface EntryPlace {
  /** 1, 2, ... */
  readonly sequence: number;
  /** SHA-256 of the entry before; 64 zeros at first. */
  readonly previous: string;
  readonly study: string;
  readonly round: number;
}

/** A round is charged. */
export interface RoundEntry extends EntryPlace {
  readonly type: "round";
  readonly publicKey: string;
  /** What it spends, at the study's floor. */
  readonly charge: MechanismEvent;
}

/** A batch is about to be opened. */
export interface TakenEntry extends EntryPlace {
  readonly type: "taken";
  /** Id of the batch header. */
  readonly batch: string;
}

/** The round is over and its key erased. */
export interface PublishedEntry extends EntryPlace {
  readonly type: "published";
  /** Id of the result. */
  readonly result: string;
}

/** The shuffler cancelled the round, and the key was erased: its charge is refunded. */
export interface CancelledEntry extends EntryPlace {
  readonly type: "cancelled";
  /** Id of the cancellation. */
  readonly cancellation: string;
}

/** The round's key is lost: it stays charged. */
export interface AbandonedEntry extends EntryPlace {
  readonly type: "abandoned";
}
