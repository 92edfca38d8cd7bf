import type { BatchHeader, RoundResult } from "../messages/documents.js";
import type { StudyFigures } from "../messages/study-figures.js";
import type { OpenedStudy } from "../study/open-study-with.js";
import type { BatchOutcome } from "./round-batch.js";

/** What a result says beside what came of the batch. */
export interface ResultPlace {
  readonly round: number;
  readonly announcement: string;
  /** Id of the header. */
  readonly batch: string;
  readonly header: BatchHeader;
  readonly invalid: readonly number[];
  readonly head: string;
  readonly charged: number;
  readonly figures: StudyFigures;
  readonly version: string;
}

/** The result of an opened batch. */
export function makeResult(
  { id, study }: OpenedStudy,
  content: BatchOutcome["content"],
  place: ResultPlace,
): RoundResult {
  const { header, charged, figures, ...said } = place;
  const { reports, dummies } = header;
  return {
    ...said,
    study: id,
    reports,
    dummies,
    ...content,
    figures,
    rounds: { charged, planned: study.rounds },
  };
}
