import type { DummyCountsEvent, ShuffleEvent } from "../../privacy/index.js";
import { type BinRandomizer, binRandomizer } from "../bin-randomizer.js";
import { type CategoryRandomizer, categoryRandomizer } from "../category-randomizer.js";
import { describeCollection } from "../describe-collection.js";
import { describeDummyCounts } from "../describe-dummy-counts.js";
import { type GroupRandomizer, groupRandomizer } from "../group-randomizer.js";
import { type NumberRandomizer, numberRandomizer } from "../number-randomizer.js";
import type { RandomDummies } from "../random-dummies.js";
import { chosenDummies, type DummyParameters } from "./_internal/chosen-dummies.js";
import { levelsAmongDummies } from "./_internal/levels-among-dummies.js";
import type {
  ColumnQuestion,
  FrequencyQuestion,
  GroupQuestion,
  HistogramQuestion,
  MeanQuestion,
} from "./column-question.js";

/**
 * How users report about a column, and what that spends. Clients and analyzer make it from the same public
 * parameters.
 */
export type PlannedColumn = PlannedFrequencies | PlannedHistogram | PlannedMean | PlannedGroups;

/** What reports about a column spend. */
export interface ReportedColumn {
  /** ε₀ of one report about this column. */
  readonly localEpsilon: number;
  /** The dummies that the shuffler adds, where their number is random. */
  readonly dummies?: RandomDummies;
  /** What all users' shuffled reports about it spend. */
  readonly event: ShuffleEvent | DummyCountsEvent;
}

/** Reports about a category. */
export interface PlannedFrequencies extends ReportedColumn {
  readonly kind: "frequencies";
  readonly question: FrequencyQuestion;
  readonly randomizer: CategoryRandomizer;
}

/** Reports about a bin. */
export interface PlannedHistogram extends ReportedColumn {
  readonly kind: "histogram";
  readonly question: HistogramQuestion;
  readonly randomizer: BinRandomizer;
}

/** Reports about a number. */
export interface PlannedMean extends ReportedColumn {
  readonly kind: "mean";
  readonly question: MeanQuestion;
  readonly randomizer: NumberRandomizer;
}

/** Reports about a group and a value together. */
export interface PlannedGroups extends ReportedColumn {
  readonly kind: "groups";
  readonly question: FrequencyQuestion | HistogramQuestion;
  readonly groupBy: GroupQuestion;
  readonly randomizer: GroupRandomizer;
}

/** How reports are made. */
export interface ReportParameters {
  /** ε₀ of one report. */
  readonly localEpsilon: number;
  /** Of a number; by default those that are best for the local epsilon. */
  readonly levels?: number;
  /** How the numbers of dummies are chosen, where the shuffler adds some. */
  readonly dummies?: DummyParameters;
}

/** Plans the reports about a column. */
export function plannedColumn(
  question: ColumnQuestion,
  groupBy: GroupQuestion | undefined,
  users: number,
  parameters: ReportParameters,
): PlannedColumn {
  const { localEpsilon } = parameters;
  const planned = unaccounted(question, groupBy, withLevels(question, users, parameters));
  const { randomizer } = planned;
  if (parameters.dummies === undefined) {
    return { ...planned, localEpsilon, event: describeCollection(randomizer, users) };
  }
  const dummies = chosenDummies(randomizer.reportCount, parameters.dummies);
  return { ...planned, localEpsilon, dummies, event: describeDummyCounts(randomizer, dummies) };
}

/** A number among dummies has the levels that suit these. */
function withLevels(question: ColumnQuestion, users: number, given: ReportParameters): ReportParameters {
  const { dummies, localEpsilon } = given;
  if (question.kind !== "mean" || dummies === undefined) return given;
  return { ...given, levels: levelsAmongDummies(users, localEpsilon, dummies) };
}

type Unaccounted<Planned> = Planned extends PlannedColumn ? Omit<Planned, keyof ReportedColumn> : never;

function unaccounted(
  question: ColumnQuestion,
  groupBy: GroupQuestion | undefined,
  { localEpsilon, levels }: ReportParameters,
): Unaccounted<PlannedColumn> {
  if (question.kind === "mean") {
    const { kind, lower, upper } = question;
    const chosen = levels === undefined ? {} : { levels };
    return { kind, question, randomizer: numberRandomizer({ localEpsilon, lower, upper, ...chosen }) };
  }
  if (groupBy !== undefined) {
    const randomizer = groupRandomizer({ localEpsilon, groups: groupBy, values: question });
    return { kind: "groups", question, groupBy, randomizer };
  }
  if (question.kind === "histogram") {
    const { kind, edges } = question;
    return { kind, question, randomizer: binRandomizer({ localEpsilon, edges }) };
  }
  const { kind, categories } = question;
  return { kind, question, randomizer: categoryRandomizer({ localEpsilon, categories }) };
}
