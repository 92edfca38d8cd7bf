import { DpError } from "../../../../src/errors.js";
import { type Answers, studySlots } from "../../../../src/federated/study/slots.js";
import type { Study } from "../../../../src/federated/study/study.js";
import { readText } from "../../../cli/_internal/read-text.js";

/**
 * The answers of many users: a file with a JSON object a line, the value of each column by its name. All of
 * them are checked before anybody takes part.
 *
 * @throws DpError DATA_UNREADABLE there is no such file; BAD_INPUT a line is no answer to the study
 */
export function readAnswers(study: Study, path: string): readonly Answers[] {
  const slots = studySlots(study);
  const lines = textOf(path).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw wrongLine(path, 1);
  return lines.map((line, index) => {
    try {
      const answers = JSON.parse(line) as Answers;
      for (const slot of slots) slot.check(answers);
      return answers;
    } catch {
      throw wrongLine(path, index + 1);
    }
  });
}

function textOf(path: string): string {
  try {
    return readText(path);
  } catch (cause) {
    const message = `--data: ${path} cannot be read: ${(cause as Error).message}`;
    throw new DpError("DATA_UNREADABLE", message, { parameter: "--data", value: path }, cause);
  }
}

/** The answers themselves are not in it: errors are printed and kept. */
function wrongLine(path: string, value: number): DpError {
  const allowed = 'a JSON object with an answer to each column, e.g. {"commute": "train"}';
  const message = `--data: line ${value} of ${path} must be ${allowed}, is not`;
  return new DpError("BAD_INPUT", message, { parameter: "--data", value, allowed });
}
