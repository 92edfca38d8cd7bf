import type { AdversaryFigure, StudyFigures } from "../../../src/federated/messages/study-figures.js";
import { describeGuarantee } from "../../../src/privacy/describe-guarantee.js";
import type { PageFigure, SurveyPageData } from "./survey-page-data.js";

/** The figures by adversary as pages show them, never one without the others. */
export function pageFigures({ full, dummiesOnly, plain, local }: StudyFigures): SurveyPageData["figures"] {
  return {
    full: pageFigure(full),
    dummiesOnly: pageFigure(dummiesOnly),
    plain: pageFigure(plain),
    local: pageFigure(local),
  };
}

function pageFigure({ adversary, credits, guarantee }: AdversaryFigure): PageFigure {
  const { epsilon, status } = guarantee;
  return { adversary, credits, epsilon: epsilon.upper, status, statement: describeGuarantee(guarantee) };
}
