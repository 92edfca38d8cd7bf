import type { RoundUpdate, SurveyResult } from "../messages/documents.js";
import type { StoredState } from "./analyzer-store.js";
import type { SlotReader } from "./slot-reader.js";

/** What is made of a round's batch, by the study's task. */
export interface RoundBatch {
  readonly readers: readonly SlotReader[];
  /**
   * What the result says of it, once all of it was read.
   *
   * @param invalid records that were not valid, of each slot
   * @param isUsable whether they are no more than the study's honest share allows
   */
  finish(invalid: readonly number[], isUsable: boolean): Promise<BatchOutcome>;
}

/** What came of a batch. */
export interface BatchOutcome {
  readonly content: Pick<SurveyResult, "estimates"> | { readonly update: RoundUpdate | null };
  /** Of a training that moved: kept together with the result. */
  readonly state?: StoredState;
}
