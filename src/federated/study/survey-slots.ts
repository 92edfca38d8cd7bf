import { type BinRandomizer, binRandomizer } from "../../analytics/bin-randomizer.js";
import { type CategoryRandomizer, categoryRandomizer } from "../../analytics/category-randomizer.js";
import { type GroupRandomizer, groupRandomizer } from "../../analytics/group-randomizer.js";
import { type NumberRandomizer, numberRandomizer } from "../../analytics/number-randomizer.js";
import type { RandomSource } from "../../random/index.js";
import { sampleInteger } from "../../random/index.js";
import { checkNumber, wrongShape } from "../../validate.js";
import type { StudyColumn, StudyGroups } from "./study.js";

/** One user's answers: the value of each column, and the group under the grouping column's name. */
export type Answers = Readonly<Record<string, string | number>>;

/** One message of each user and round. */
export interface SurveySlot {
  readonly column: StudyColumn;
  readonly groupBy: StudyGroups | null;
  readonly randomizer: CategoryRandomizer | BinRandomizer | GroupRandomizer | NumberRandomizer;
  /** epsilon_0 of this message. */
  readonly localEpsilon: number;
  /** Of a report. */
  readonly bytes: number;
  /** @throws DpError BAD_INPUT or OUT_OF_RANGE an answer is missing, or not one of the choices */
  check(answers: Answers): void;
  /** The plaintext of a report about a user's answers. */
  report(source: RandomSource, answers: Answers): Uint8Array;
  /** The plaintext of a dummy: a report about a uniform value, made and encoded by the same code. */
  dummy(source: RandomSource): Uint8Array;
}

/** What of a study the slots depend on. */
export interface SlotParameters {
  readonly columns: readonly StudyColumn[];
  readonly groupBy: StudyGroups | null;
  readonly localEpsilon: number;
}

/** The slots of a study: one per column, which share epsilon_0 equally. */
export function surveySlots({ columns, groupBy, localEpsilon }: SlotParameters): readonly SurveySlot[] {
  const share = localEpsilon / columns.length;
  return columns.map((column) => slotOf(column, groupBy, share));
}

function slotOf(column: StudyColumn, groupBy: StudyGroups | null, localEpsilon: number): SurveySlot {
  const { randomizer, check, randomize } = reportsOf(column, groupBy, localEpsilon);
  const { response } = randomizer;
  return {
    column,
    groupBy,
    randomizer,
    localEpsilon,
    bytes: Math.ceil(response.bitsPerReport / 8),
    check,
    report: (source, answers) => response.encode(randomize(source, answers)),
    dummy: (source) =>
      response.encode(response.randomize(source, sampleInteger(source, response.reportCount))),
  };
}

/** How a report is made of answers. */
interface SlotReports {
  readonly randomizer: SurveySlot["randomizer"];
  check(answers: Answers): void;
  randomize(source: RandomSource, answers: Answers): number;
}

function reportsOf(column: StudyColumn, groupBy: StudyGroups | null, localEpsilon: number): SlotReports {
  if (column.kind === "mean") return meanReports(column, localEpsilon);
  const randomizer = choiceRandomizerOf(column, groupBy, localEpsilon);
  const indexOf = (answers: Answers): number => numberOf(randomizer, column, groupBy, answers);
  return {
    randomizer,
    check: (answers) => void indexOf(answers),
    randomize: (source, answers) => randomizer.response.randomize(source, indexOf(answers)),
  };
}

function meanReports(column: Extract<StudyColumn, { kind: "mean" }>, localEpsilon: number): SlotReports {
  const { lower, upper } = column;
  const randomizer = numberRandomizer({ localEpsilon, lower, upper });
  const given = (answers: Answers): number =>
    checkNumber(`answers.${column.column}`, answerOf(column, answers), {});
  return {
    randomizer,
    check: (answers) => void given(answers),
    randomize: (source, answers) => randomizer.randomize(source, given(answers)),
  };
}

type ChoiceColumn = Exclude<StudyColumn, { kind: "mean" }>;
type ChoiceSlotRandomizer = CategoryRandomizer | BinRandomizer | GroupRandomizer;

function choiceRandomizerOf(
  column: ChoiceColumn,
  groupBy: StudyGroups | null,
  localEpsilon: number,
): ChoiceSlotRandomizer {
  if (groupBy !== null) return groupRandomizer({ localEpsilon, groups: groupBy, values: column });
  if (column.kind === "frequencies")
    return categoryRandomizer({ localEpsilon, categories: column.categories });
  return binRandomizer({ localEpsilon, edges: column.edges });
}

function numberOf(
  randomizer: ChoiceSlotRandomizer,
  column: ChoiceColumn,
  groupBy: StudyGroups | null,
  answers: Answers,
): number {
  const value = answerOf(column, answers);
  if ("groups" in randomizer) return randomizer.indexOf({ group: answerOf(groupBy!, answers), value });
  return (randomizer as { indexOf(value: string | number): number }).indexOf(value);
}

/** An answer is of the kind that its column asks for: no randomizer sees another. */
function answerOf({ kind, column }: StudyColumn | StudyGroups, answers: Answers): string | number {
  const value = Object.hasOwn(answers, column) ? answers[column] : undefined;
  const allowed = kind === "frequencies" ? "string" : "number";
  if (typeof value === allowed) return value as string | number;
  throw wrongShape(`answers.${column}`, undefined, `a ${allowed}`);
}
