import { checkOptions } from "../../validate.js";
import { readStudy, readStudyShape } from "./read-study.js";
import { studySlots } from "./slots.js";
import type { Study } from "./study.js";

/** What an owner decides; the rest follows. */
export type StudyOptions = Omit<Study, "version" | "task" | "slots">;

/**
 * A study from its owner's decisions, checked; sign it with `signDocument("study", ...)`.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path
 */
export function makeStudy(options: StudyOptions): Study {
  const decided = { ...checkOptions("makeStudy", options), version: 1, task: "survey", slots: [] };
  const slots = studySlots(readStudyShape("study", decided)).map(({ bytes }) => bytes);
  return readStudy("study", { ...decided, slots });
}
