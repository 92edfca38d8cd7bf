import type { ColumnEstimates, ColumnsPlan } from "../../analytics/index.js";
import { estimateColumns, planColumns } from "../../analytics/index.js";
import type { BatchHeader, RoundResult } from "../messages/documents.js";
import type { StudyFigures } from "../messages/study-figures.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { Study } from "../study/study.js";
import type { OpenedBatch } from "./open-batch.js";

/** What a result says beside its estimates. */
export interface ResultPlace {
  readonly round: number;
  readonly announcement: string;
  /** Id of the header. */
  readonly batch: string;
  readonly header: BatchHeader;
  readonly head: string;
  readonly charged: number;
  readonly figures: StudyFigures;
  readonly version: string;
}

/** The result of an opened batch. */
export function makeResult({ id, study }: OpenedStudy, batch: OpenedBatch, place: ResultPlace): RoundResult {
  const { header, charged, figures, ...said } = place;
  const { reports, dummies } = header;
  const allowed = (1 - study.honestShare) * reports;
  const isUsable = batch.invalid.every((count) => count <= allowed);
  return {
    ...said,
    study: id,
    reports,
    dummies,
    invalid: batch.invalid,
    estimates: isUsable ? estimatesOf(study, batch.reports) : null,
    figures,
    rounds: { charged, planned: study.rounds },
  };
}

/** Estimates with exact intervals; as JSON has them. */
function estimatesOf(study: Study, reports: readonly Uint32Array[]): readonly ColumnEstimates[] {
  return JSON.parse(JSON.stringify(estimateColumns(reports, planOf(study), { dummies: study.dummies })));
}

/**
 * How a study's reports are estimated.
 *
 * @throws DpError of a study that nothing could be published of
 */
export function planOf({ columns, groupBy, localEpsilon, adjacency, floor, budget }: Study): ColumnsPlan {
  return planColumns({
    columns,
    groupBy: groupBy ?? undefined,
    users: floor,
    localEpsilon,
    adjacency,
    delta: budget.delta,
  });
}
