import type { ColumnEstimates } from "../../analytics/index.js";
import { estimateColumns, planColumns } from "../../analytics/index.js";
import type { BatchHeader, RoundResult } from "../messages/documents.js";
import type { OpenedStudy } from "../study/open-study.js";
import type { Study } from "../study/study.js";
import { studyFigures } from "../study/study-figures.js";
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
  readonly version: string;
}

/** The result of an opened batch. */
export function makeResult({ id, study }: OpenedStudy, batch: OpenedBatch, place: ResultPlace): RoundResult {
  const { header, charged, ...said } = place;
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
    figures: studyFigures(study, charged),
    rounds: { charged, planned: study.rounds },
  };
}

/** Estimates with exact intervals; as JSON has them. */
function estimatesOf(study: Study, reports: readonly Uint32Array[]): readonly ColumnEstimates[] {
  const { columns, groupBy, localEpsilon, adjacency, floor, budget, dummies } = study;
  const plan = planColumns({
    columns,
    groupBy: groupBy ?? undefined,
    users: floor,
    localEpsilon,
    adjacency,
    delta: budget.delta,
  });
  return JSON.parse(JSON.stringify(estimateColumns(reports, plan, { dummies })));
}
