import { DpError } from "../../../../src/errors.js";
import type { RoundResult, SurveyResult } from "../../../../src/federated/messages/documents.js";
import type { Study, SurveyStudy } from "../../../../src/federated/study/study.js";

/**
 * A study that asks.
 *
 * @throws DpError NOT_APPLICABLE it trains a model
 */
export function surveyOf(study: Study): SurveyStudy {
  if (study.task === "survey") return study;
  const message = "--study: must be a survey, got a training: users take part in it with their own data";
  throw new DpError("NOT_APPLICABLE", message, {
    parameter: "--study",
    value: study.task,
    allowed: "survey",
  });
}

/** The result of a survey. */
export function surveyResultOf(result: RoundResult): SurveyResult {
  if ("estimates" in result) return result;
  const message = "result: must be a survey's, is a training's; its weights are with the analyzer";
  throw new DpError("NOT_APPLICABLE", message, { parameter: "result", value: undefined });
}
