import { DpError } from "../../../../src/errors.js";
import type { SurveyStudy } from "../../../../src/federated/study/study.js";
import { type Answers, surveySlots } from "../../../../src/federated/study/survey-slots.js";
import { secureSource } from "../../../../src/random/index.js";
import { readText } from "../../../cli/_internal/read-text.js";
import type { UserData, UserRange } from "./user-data.js";

/**
 * Users of a survey: a file with a JSON object a line, the value of each column by its name. All of them are
 * checked before anybody takes part.
 *
 * @throws DpError DATA_UNREADABLE there is no such file; BAD_INPUT a line is no answer to the study, or there
 *   are too few
 */
export function surveyData(study: SurveyStudy, path: string, { first, count }: UserRange): UserData {
  const lines = textOf(path).split("\n");
  if (lines.at(-1) === "") lines.pop();
  const end = count === undefined ? lines.length : first + count;
  if (first >= end || end > lines.length) throw tooFew(lines.length, Math.max(end, first + 1));
  const slots = surveySlots(study);
  const answers = lines.slice(first, end).map((line, index) => {
    try {
      const answer = JSON.parse(line) as Answers;
      for (const slot of slots) slot.check(answer);
      return answer;
    } catch {
      throw wrongLine(path, first + index + 1);
    }
  });
  const source = secureSource();
  return { count: answers.length, inputOf: (user) => answers[user]!, optionsOf: () => ({ source }) };
}

function textOf(path: string): string {
  try {
    return readText(path);
  } catch (cause) {
    const message = `--data: ${path} cannot be read: ${(cause as Error).message}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "--data", value: path }, cause);
  }
}

function tooFew(value: number, end: number): DpError {
  const message = `--data must hold the answers of ${end} users, holds ${value} lines; take fewer users`;
  return new DpError("BAD_INPUT", message, { parameter: "--data", value, allowed: `at least ${end}` });
}

/** The answers themselves are not in it: errors are printed and kept. */
function wrongLine(path: string, value: number): DpError {
  const allowed = 'a JSON object with an answer to each column, e.g. {"commute": "train"}';
  const message = `--data: line ${value} of ${path} must be ${allowed}, is not`;
  return new DpError("BAD_INPUT", message, { parameter: "--data", value, allowed });
}
