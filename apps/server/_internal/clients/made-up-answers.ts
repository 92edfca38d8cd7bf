import type { StudyColumn, StudyGroups, SurveyStudy } from "../../../../src/federated/study/study.js";
import type { Answers } from "../../../../src/federated/study/survey-slots.js";
import { type RandomSource, sampleInteger } from "../../../../src/random/index.js";

/** Users who were made up: their answers, and what shares of them hold what. */
export interface MadeUpUsers {
  readonly answers: readonly Answers[];
  /**
   * Of a column, as the estimates are listed: of each choice, or of each group followed by its choices; the
   * mean of numbers.
   */
  truthOf(column: string): readonly number[];
}

/** The places of a user's choices, by column. */
type Choices = Readonly<Record<string, number>>;

/**
 * Makes users up. Of k choices the first is taken k times as often as the last, and the others in between, so
 * that no two shares are alike.
 *
 * @param source decides what they answer; never what they randomize
 */
export function makeUpUsers(
  { columns, groupBy }: Pick<SurveyStudy, "columns" | "groupBy">,
  count: number,
  source: RandomSource,
): MadeUpUsers {
  const asked = [...columns, ...(groupBy === null ? [] : [groupBy])];
  const users = Array.from(
    { length: count },
    (): Choices => Object.fromEntries(asked.map((each) => [each.column, choose(source, choicesOf(each))])),
  );
  return {
    answers: users.map((user) =>
      Object.fromEntries(asked.map((each) => [each.column, answerOf(each, user[each.column]!)])),
    ),
    truthOf(name) {
      const column = columns.find((each) => each.column === name)!;
      if (column.kind === "mean")
        return [meanOf(users.map((user) => answerOf(column, user[name]!) as number))];
      if (groupBy === null) return shares(users, name, choicesOf(column));
      return Array.from({ length: choicesOf(groupBy) }, (_, group) => {
        const members = users.filter((user) => user[groupBy.column] === group);
        return [members.length / users.length, ...shares(members, name, choicesOf(column))];
      }).flat();
    },
  };
}

/** Made-up numbers of a mean: this many, evenly spaced between the bounds. */
const NUMBERS = 7;

function choicesOf(column: StudyColumn | StudyGroups): number {
  if (column.kind === "mean") return NUMBERS;
  return column.kind === "frequencies" ? column.categories.length : column.edges.length - 1;
}

/** A choice with the weights k, k - 1, ..., 1. */
function choose(source: RandomSource, choices: number): number {
  let rest = sampleInteger(source, (choices * (choices + 1)) / 2);
  let choice = 0;
  while (rest >= choices - choice) {
    rest -= choices - choice;
    choice += 1;
  }
  return choice;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** The category, the middle of the bin, or the number. */
function answerOf(column: StudyColumn | StudyGroups, choice: number): string | number {
  if (column.kind === "frequencies") return column.categories[choice]!;
  if (column.kind === "mean") return column.lower + ((column.upper - column.lower) * choice) / (NUMBERS - 1);
  return (column.edges[choice]! + column.edges[choice + 1]!) / 2;
}

function shares(users: readonly Choices[], column: string, choices: number): readonly number[] {
  const counts = new Array<number>(choices).fill(0);
  for (const user of users) counts[user[column]!]! += 1;
  return counts.map((count) => (users.length === 0 ? Number.NaN : count / users.length));
}
