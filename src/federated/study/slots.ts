import { type BinRandomizer, binRandomizer } from "../../analytics/bin-randomizer.js";
import { type CategoryRandomizer, categoryRandomizer } from "../../analytics/category-randomizer.js";
import { type GroupRandomizer, groupRandomizer } from "../../analytics/group-randomizer.js";
import type { RandomSource } from "../../random/index.js";
import { sampleInteger } from "../../random/index.js";
import { wrongShape } from "../../validate.js";
import type { StudyColumn, StudyGroups } from "./study.js";

/** One user's answers: the value of each column, and the group under the grouping column's name. */
export type Answers = Readonly<Record<string, string | number>>;

/** One message of each user and round. */
export interface StudySlot {
  readonly column: StudyColumn;
  readonly groupBy: StudyGroups | null;
  readonly randomizer: CategoryRandomizer | BinRandomizer | GroupRandomizer;
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
export function studySlots({ columns, groupBy, localEpsilon }: SlotParameters): readonly StudySlot[] {
  const share = localEpsilon / columns.length;
  return columns.map((column) => slotOf(column, groupBy, share));
}

function slotOf(column: StudyColumn, groupBy: StudyGroups | null, localEpsilon: number): StudySlot {
  const randomizer = randomizerOf(column, groupBy, localEpsilon);
  const { response } = randomizer;
  const plaintext = (source: RandomSource, number: number): Uint8Array =>
    response.encode(response.randomize(source, number));
  return {
    column,
    groupBy,
    randomizer,
    localEpsilon,
    bytes: Math.ceil(response.bitsPerReport / 8),
    check: (answers) => void numberOf(randomizer, column, groupBy, answers),
    report: (source, answers) => plaintext(source, numberOf(randomizer, column, groupBy, answers)),
    dummy: (source) => plaintext(source, sampleInteger(source, response.reportCount)),
  };
}

function randomizerOf(
  column: StudyColumn,
  groupBy: StudyGroups | null,
  localEpsilon: number,
): StudySlot["randomizer"] {
  if (groupBy !== null) return groupRandomizer({ localEpsilon, groups: groupBy, values: column });
  if (column.kind === "frequencies")
    return categoryRandomizer({ localEpsilon, categories: column.categories });
  return binRandomizer({ localEpsilon, edges: column.edges });
}

function numberOf(
  randomizer: StudySlot["randomizer"],
  column: StudyColumn,
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
  const allowed = kind === "histogram" ? "number" : "string";
  if (typeof value === allowed) return value as string | number;
  throw wrongShape(`answers.${column}`, undefined, `a ${allowed}`);
}
