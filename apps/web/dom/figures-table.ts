import type { PageFigure, SurveyPageData } from "../../shared/pages/survey-page-data.js";
import { element } from "./element.js";
import { formatUp } from "./words.js";

/** In the order in which they are shown: never one without the others. */
const ORDER: readonly (keyof SurveyPageData["figures"])[] = ["full", "dummiesOnly", "plain", "local"];

/** The figures by adversary, and below what each is worth. */
export function figuresTable(figures: SurveyPageData["figures"]): readonly HTMLElement[] {
  const all = ORDER.map((name) => figures[name]);
  const head = element(
    "tr",
    {},
    ["Against", "Credited", "epsilon at most", "Status"].map((title, index) =>
      element("th", { scope: "col", class: index === 2 ? "number" : undefined }, title),
    ),
  );
  return [
    element("table", { class: "figures" }, element("thead", {}, head), element("tbody", {}, all.map(row))),
    element(
      "details",
      {},
      element("summary", {}, "What these figures are worth"),
      [...new Set(all.map(({ statement }) => statement))].map((statement) => element("p", {}, statement)),
    ),
  ];
}

function row({ adversary, credits, epsilon, status }: PageFigure): HTMLElement {
  return element(
    "tr",
    {},
    element("td", {}, adversary),
    element("td", {}, credits),
    element("td", { class: "number" }, formatUp(epsilon)),
    element("td", {}, status),
  );
}
