import { DpError } from "../../../../src/errors.js";
import type { SurveyStudy } from "../../../../src/federated/study/study.js";
import type { Answers } from "../../../../src/federated/study/survey-slots.js";
import { parseNumber } from "../../../shared/words/parse-number.js";

/**
 * Answers of the command line, `column=value` each.
 *
 * @throws DpError BAD_INPUT one is no pair, names no column of the study, is given twice or is no number
 *   where one is asked for, or one is missing
 */
export function givenAnswers({ columns, groupBy }: SurveyStudy, pairs: readonly string[]): Answers {
  const asked = [...columns, ...(groupBy === null ? [] : [groupBy])];
  const answers: Record<string, string | number> = {};
  for (const pair of pairs) {
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    const column = pair.includes("=") ? asked.find((each) => each.column === name) : undefined;
    if (column === undefined || Object.hasOwn(answers, name)) throw wrongAnswers(asked);
    const answer = column.kind === "frequencies" ? value : parseNumber(value);
    if (answer === undefined) throw wrongAnswers(asked);
    answers[name] = answer;
  }
  if (Object.keys(answers).length !== asked.length) throw wrongAnswers(asked);
  return answers;
}

/** The answers themselves are not in it: errors are printed and kept. */
function wrongAnswers(asked: readonly { readonly column: string; readonly kind: string }[]): DpError {
  const allowed = asked
    .map(({ column, kind }) => `${column}=${kind === "frequencies" ? "a category" : "a number"}`)
    .join(", ");
  return new DpError("BAD_INPUT", `--answer: must be given once for each column: ${allowed}`, {
    parameter: "--answer",
    value: undefined,
    allowed,
  });
}
