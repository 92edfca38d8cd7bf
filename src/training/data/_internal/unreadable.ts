import { DpError } from "../../../errors.js";

/** The refusal of a data file: what is wrong with it and what should be there. */
export function unreadable(file: string, problem: string, expected: string, cause?: unknown): DpError {
  return new DpError(
    "DATA_UNREADABLE",
    `${file}: ${problem}; expected ${expected}`,
    { parameter: file, value: problem, allowed: expected },
    cause,
  );
}
