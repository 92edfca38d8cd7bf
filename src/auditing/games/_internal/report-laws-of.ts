import { answerCohort } from "../../../accounting/lower/answer-cohort.js";
import { worstChannelCohort } from "../../../accounting/lower/worst-channel-cohort.js";
import { answerParts } from "../../../privacy/answer-parts.js";
import {
  type Adjacency,
  type AnswersEvent,
  type GaussianEvent,
  type MechanismEvent,
  sensitivityToClip,
} from "../../../privacy/index.js";
import { checkNumber, type Range } from "../../../validate.js";
import { localRows, responseRows, subsetCells, subsetRows } from "./finite-rows.js";
import { laplaceLaws, normalLaws } from "./number-laws.js";
import type { NumberLaws, ReportLaws } from "./report-laws.js";

/** Kinds that are one report. */
export type ReportEvent = Extract<
  MechanismEvent,
  {
    readonly kind:
      | "gaussian"
      | "local"
      | "randomizedResponse"
      | "subsetResponse"
      | "discreteChannel"
      | "laplaceScalar"
      | "gaussianScalar"
      | "answers";
  }
>;

const REPORT_KINDS: readonly string[] = [
  "gaussian",
  "local",
  "randomizedResponse",
  "subsetResponse",
  "discreteChannel",
  "laplaceScalar",
  "gaussianScalar",
  "answers",
] satisfies readonly ReportEvent["kind"][];

export function isReport(event: MechanismEvent): event is ReportEvent {
  return REPORT_KINDS.includes(event.kind);
}

/** The laws of a report, with those of the others' records. */
export interface CohortLaws {
  readonly laws: ReportLaws;
  /** The different records of the others. */
  readonly records: readonly number[];
}

/**
 * The laws of a report about the changed user's record, about what stands in its place, and about the others'
 * records; without these, about the record that hides it worst, or for a lone report any.
 */
export function reportLawsOf(
  event: ReportEvent,
  adjacency: Adjacency,
  cohort?: readonly number[],
): CohortLaws {
  const given = cohort === undefined ? undefined : [...new Set(cohort)];
  const recordsIn = (range: Range, otherwise: number): readonly number[] =>
    given?.map((each) => checkNumber("gameOf: cohort", each, range)) ?? [otherwise];
  switch (event.kind) {
    case "gaussian": {
      const records = recordsIn({ min: -1, max: 1 }, -1);
      return { laws: gaussianLaws(event, adjacency, records), records };
    }
    case "gaussianScalar": {
      const records = recordsIn({ min: 0, max: 1 }, 0);
      return { laws: normalLaws(event.noiseToWidth, [1, 0, ...records]), records };
    }
    case "laplaceScalar": {
      const records = recordsIn({ min: 0, max: 1 }, 0);
      return { laws: laplaceLaws(event.noiseToWidth, [1, 0, ...records]), records };
    }
    case "randomizedResponse": {
      const records = recordsIn(indexBelow(event.categories), Math.min(2, event.categories - 1));
      return { laws: { kind: "finite", rows: responseRows(event, [0, 1, ...records]) }, records };
    }
    case "local": {
      const records = recordsIn(indexBelow(3), event.epsilon > Math.LN2 ? 2 : 1);
      return { laws: { kind: "finite", rows: localRows(event, [0, 1, ...records]) }, records };
    }
    case "subsetResponse": {
      const records = recordsIn(indexBelow(3), 2);
      return { laws: { kind: "finite", rows: subsetRows(event, [0, 1, ...records]) }, records };
    }
    case "answers": {
      const records = recordsIn(indexBelow(3), 2);
      return { laws: { kind: "finite", rows: answerRows(event, [0, 1, ...records]) }, records };
    }
    case "discreteChannel":
      return channelLaws(event.matrix, given && recordsIn(indexBelow(event.matrix.length), 0));
  }
}

/** With the law of a dummy as the last one; undefined where docs/theorems/dummies.md says of none. */
export function withDummies(event: ReportEvent, { laws, records }: CohortLaws): CohortLaws | undefined {
  if (laws.kind === "number") {
    return event.kind === "gaussian"
      ? { laws: { ...laws, places: [...laws.places, 0] }, records }
      : undefined;
  }
  const dummy = dummyRow(event, laws.rows[0]!.length);
  return dummy && { laws: { ...laws, rows: [...laws.rows, dummy] }, records };
}

/** Of k-ary response any answer alike, the last cell being all that are not named; of sets the base law. */
function dummyRow(event: ReportEvent, cells: number): readonly number[] | undefined {
  if (event.kind === "subsetResponse") return subsetCells(event).map(([mass]) => mass);
  if (event.kind !== "randomizedResponse") return undefined;
  const { categories } = event;
  return Array.from({ length: cells }, (_, cell) =>
    cell < cells - 1 ? 1 / categories : (categories - cells + 1) / categories,
  );
}

/** Places are in clip bounds along the changed record. */
export function gaussianLaws(
  event: GaussianEvent,
  adjacency: Adjacency,
  records: readonly number[],
): NumberLaws {
  const clipBounds = sensitivityToClip(adjacency);
  const stdDev = event.noiseToClip ?? event.noiseMultiplier * clipBounds;
  return normalLaws(stdDev, [1, 1 - clipBounds, ...records]);
}

function indexBelow(count: number): Range {
  return { min: 0, max: count - 1, integer: true };
}

/** In each answer the record, its replacement or a third. */
function answerRows(event: AnswersEvent, records: readonly number[]): readonly number[][] {
  const { changed, others } = answerCohort(answerParts("event", event.of));
  return records.map((record) => Array.from([...changed, others][record]!));
}

/** Record and replacement are the inputs that the others hide worst. */
function channelLaws(matrix: readonly (readonly number[])[], records?: readonly number[]): CohortLaws {
  const sums = matrix.map((row) => row.reduce((sum, each) => sum + each, 0));
  const rows = matrix.map((row, input) => row.map((each) => each / sums[input]!));
  const others = records?.map((input) => rows[input]!);
  const worst = worstChannelCohort(matrix, others && [meanOf(others)]);
  const { record = rows[0]!, replacement = rows[0]! } = worst ?? {};
  const held = others ?? [worst?.others ?? rows[0]!];
  const all = [record, replacement, ...held].map((row) => Array.from(row));
  return { laws: { kind: "finite", rows: all }, records: records ?? [0] };
}

function meanOf(rows: readonly (readonly number[])[]): Float64Array {
  const mean = new Float64Array(rows[0]!.length);
  for (const row of rows) for (let y = 0; y < mean.length; y++) mean[y]! += row[y]! / rows.length;
  return mean;
}
