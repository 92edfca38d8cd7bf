import type { ColumnEstimates, ColumnsPlan } from "../../analytics/index.js";
import { estimateColumns, planColumns } from "../../analytics/index.js";
import type { BatchHeader } from "../messages/documents.js";
import type { SurveyStudy } from "../study/study.js";
import { surveySlots } from "../study/survey-slots.js";
import type { RoundBatch } from "./round-batch.js";
import { slotReader } from "./slot-reader.js";

/** A survey's batch: the numbers of its reports. */
export function surveyBatch(study: SurveyStudy, { reports, dummies }: BatchHeader): RoundBatch {
  const columns = surveySlots(study).map(({ randomizer }) => ({
    decode: randomizer.response.decode,
    numbers: new Uint32Array(reports + dummies),
    count: 0,
  }));
  return {
    readers: columns.map((column) =>
      slotReader(column.decode, (report) => {
        column.numbers[column.count++] = report;
      }),
    ),
    async finish(_invalid, isUsable) {
      if (!isUsable) return { content: { estimates: null } };
      const numbers = columns.map((column) => column.numbers.subarray(0, column.count));
      return { content: { estimates: estimatesOf(study, numbers) } };
    },
  };
}

/** Estimates with exact intervals; as JSON has them. */
function estimatesOf(study: SurveyStudy, reports: readonly Uint32Array[]): readonly ColumnEstimates[] {
  return JSON.parse(JSON.stringify(estimateColumns(reports, planOf(study), { dummies: study.dummies })));
}

/**
 * How a study's reports are estimated.
 *
 * @throws DpError of a study that nothing could be published of
 */
export function planOf({
  columns,
  groupBy,
  localEpsilon,
  adjacency,
  floor,
  budget,
}: SurveyStudy): ColumnsPlan {
  return planColumns({
    columns,
    groupBy: groupBy ?? undefined,
    users: floor,
    localEpsilon,
    adjacency,
    delta: budget.delta,
  });
}
