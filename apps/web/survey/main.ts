import { indexedDbClientStore, webCrypto } from "../../../src/federated/index.js";
import { openStudyWith } from "../../../src/federated/study/open-study-with.js";
import { readSurvey } from "../../../src/federated/study/read-survey.js";
import type { SurveyPageData } from "../../shared/pages/survey-page-data.js";
import { element, fill } from "../dom/element.js";
import { wordsOf } from "../dom/words.js";
import { SurveyPage } from "./survey-page.js";

async function start(place: Element): Promise<void> {
  if (!isSecureContext)
    throw new Error("This page must come over https, or from this machine: browsers seal nothing elsewhere.");
  const crypto = webCrypto();
  const data = await getJson<SurveyPageData>("/survey.json");
  const { id, study } = await openStudyWith(crypto, await getJson(`/v1/studies/${data.study}`), readSurvey);
  if (id !== data.study)
    throw new Error(`The study that is served must be ${data.study}, is ${id}; do not take part.`);
  if (study.task !== "survey") throw new Error("This page is for surveys; the study trains a model.");
  document.title = study.title;
  document.querySelector("h1")!.textContent = study.title;
  await new SurveyPage({ place, study, data, crypto, store: await indexedDbClientStore() }).show();
}

async function getJson<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(path, { credentials: "omit", referrerPolicy: "no-referrer" });
  if (!answer.ok)
    throw new Error(`${path} must be there, is not (status ${answer.status}); try again later.`);
  return (await answer.json()) as Answer;
}

const place = document.querySelector("main")!;
start(place).catch((error: unknown) => {
  fill(place, element("p", { class: "warning", role: "alert" }, wordsOf(error)));
});
