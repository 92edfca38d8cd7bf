import { jsonAnswer } from "../../../../src/federated/messages/answers.js";
import type { Route } from "../../../../src/federated/messages/router.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import { studyFigures } from "../../../../src/federated/study/study-figures.js";
import { pageFigures } from "../../../shared/pages/page-figures.js";
import type { SurveyPageData } from "../../../shared/pages/survey-page-data.js";
import { pageRoutes } from "./page-routes.js";

/** The survey's page on the public listener. Its figures are computed when somebody first asks. */
export function surveyPage({ id, study }: OpenedStudy, operators: 1 | 2): readonly Route[] {
  let data: SurveyPageData | undefined;
  return [
    ...pageRoutes({ "/": "survey.html", "/survey.js": "survey.js", "/pages.css": "pages.css" }),
    {
      method: "GET",
      path: "/survey\\.json",
      async handle() {
        data ??= { study: id, operators, figures: pageFigures(studyFigures(study)) };
        return jsonAnswer(data);
      },
    },
  ];
}
