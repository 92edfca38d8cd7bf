import { oneOf } from "../messages/schema.js";
import { readTraining } from "../training/read-training.js";
import { readSurvey } from "./read-survey.js";
import type { Study } from "./study.js";

/** A reader for each task; one that is missing here does not compile. */
const READERS: { readonly [Task in Study["task"]]: (name: string, value: unknown) => Study } = {
  survey: readSurvey,
  training: readTraining,
};

/**
 * A study, checked: every field, no others, and what they say of each other.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path
 */
export function readStudy(name: string, value: unknown): Study {
  const { task } = (value ?? {}) as { readonly task?: unknown };
  return READERS[oneOf(Object.keys(READERS) as Study["task"][])(`${name}.task`, task)](name, value);
}
