import type { SignedDocument } from "../messages/signed-document.js";
import type { RoundState, ShufflerRound } from "./shuffler-store.js";

/** What is told of a round. */
export interface RoundDocuments {
  readonly state: RoundState;
  readonly announcement: SignedDocument;
  readonly opening: SignedDocument;
  /** The batch's header, or the cancellation; null before. */
  readonly outcome: SignedDocument | null;
  /** Null before. */
  readonly result: SignedDocument | null;
}

/** A round's signed documents. */
export function roundDocuments({
  state,
  announcement,
  opening,
  outcome,
  result,
}: ShufflerRound): RoundDocuments {
  return {
    state,
    announcement: JSON.parse(announcement),
    opening: JSON.parse(opening),
    outcome: outcome === undefined ? null : JSON.parse(outcome),
    result: result === undefined ? null : JSON.parse(result),
  };
}
