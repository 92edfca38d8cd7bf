import type { Adjacency } from "../../../privacy/index.js";
import { checkNumber } from "../../../validate.js";
import type { CohortLaws } from "../_internal/report-laws.js";
import { rowOf } from "./registry.js";
import type { ReportEvent } from "./report-row.js";

/**
 * The laws of a report about the changed user's record, about what stands in its place, and about the records
 * of a cohort; without one, about what hides the changed record worst.
 */
export function reportLawsOf(
  event: ReportEvent,
  adjacency: Adjacency,
  cohort?: readonly number[],
): CohortLaws {
  const row = rowOf(event);
  const { range } = row.records(event);
  const records = cohort && [...new Set(cohort)].map((each) => checkNumber("gameOf: cohort", each, range));
  return row.lawsOf(event, { adjacency, records });
}
