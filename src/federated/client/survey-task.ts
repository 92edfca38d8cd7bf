import type { RandomSource } from "../../random/index.js";
import { wrongShape } from "../../validate.js";
import { readSurvey } from "../study/read-survey.js";
import type { SurveyStudy } from "../study/study.js";
import { type Answers, type SurveySlot, surveySlots } from "../study/survey-slots.js";
import type { ClientTask } from "./client-task.js";

/** Surveys: a user puts in her answers. */
export const surveyTask: ClientTask<SurveyStudy> = {
  task: "survey",
  read: readSurvey,
  async prepare(study, input) {
    const slots = surveySlots(study);
    if (typeof input !== "object" || input === null)
      throw wrongShape("answers", input, "an object: an answer for each column");
    const answers = input as Answers;
    for (const slot of slots) slot.check(answers);
    return {
      hasCoin: false,
      absentees: "silent",
      joins: () => true,
      report: async (source) => slots.map((slot) => plaintext(slot, source, answers)),
      dummies: (source) => slots.map((slot) => slot.dummy(source)),
    };
  },
};

/** The plaintexts of a user's slots about her answers, which were checked; null makes dummies. */
export function surveyPlaintexts(
  study: SurveyStudy,
  source: RandomSource,
  answers: Answers | null,
): readonly Uint8Array[] {
  return surveySlots(study).map((slot) => plaintext(slot, source, answers));
}

/**
 * A fault makes a dummy of the same length, never nothing: whether somebody reports must not depend on the
 * answers.
 */
function plaintext(slot: SurveySlot, source: RandomSource, answers: Answers | null): Uint8Array {
  if (answers === null) return slot.dummy(source);
  try {
    return slot.report(source, answers);
  } catch {
    return slot.dummy(source);
  }
}
