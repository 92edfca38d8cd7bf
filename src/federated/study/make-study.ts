import { checkOptions } from "../../validate.js";
import { readSurvey, readSurveyShape } from "./read-survey.js";
import type { SurveyStudy } from "./study.js";
import { surveySlots } from "./survey-slots.js";

/** What a survey's owner decides; the rest follows. */
export type StudyOptions = Omit<SurveyStudy, "version" | "task" | "slots">;

/**
 * A survey from its owner's decisions, checked; sign it with `signDocument("study", ...)`.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path
 */
export function makeStudy(options: StudyOptions): SurveyStudy {
  const decided = { ...checkOptions("makeStudy", options), version: 1, task: "survey", slots: [] };
  const slots = surveySlots(readSurveyShape("study", decided)).map(({ bytes }) => bytes);
  return readSurvey("study", { ...decided, slots });
}
