import type { PersonalLimits, PersonalSpent, SurveyStudy } from "../../../src/federated/index.js";
import { uploadBytes } from "../../../src/federated/messages/report-bytes.js";
import type { SurveyPageData } from "../../shared/pages/survey-page-data.js";
import { element } from "../dom/element.js";
import { figuresTable } from "../dom/figures-table.js";
import { counted, formatDown, formatUp, groupDigits } from "../dom/words.js";

/** What a person consents to: who asks, what is sent, what it may tell whom. */
export function consent(study: SurveyStudy, { study: id, operators, figures }: SurveyPageData): HTMLElement {
  const { localEpsilon, rounds, floor, delaySeconds, windowSeconds, admission, adjacency, budget } = study;
  const bytes = uploadBytes({ hasCredential: admission === "credentials", slots: study.slots });
  const round = counted(rounds, "round");
  return element(
    "section",
    { "aria-labelledby": "consent" },
    element("h2", { id: "consent" }, "What you agree to"),
    study.purpose === "test"
      ? element("p", { class: "warning" }, "This is a test: it protects nobody.")
      : null,
    element(
      "ul",
      {},
      element("li", {}, operatorsWords(operators)),
      element(
        "li",
        {},
        `Your browser randomizes your answers (epsilon ${formatUp(localEpsilon)} a round) and seals them; ` +
          `${groupDigits(bytes)} bytes leave it in each of ${round}, whatever you answer. You answer a round, or you do not.`,
      ),
      element(
        "li",
        {},
        `They are sent at a random time within ${groupDigits(delaySeconds)} of the round's ${groupDigits(windowSeconds)} seconds. ` +
          `A round of fewer than ${counted(floor, "report")} is thrown away unopened.`,
      ),
      element(
        "li",
        {},
        "To stop, do not answer again, or leave for good: nothing is sent unless you press the button. What was sent cannot be found again, and counts as spent.",
      ),
    ),
    element(
      "p",
      {},
      `What all ${round} together may tell about you, at delta ${budget.delta} (${adjacency}):`,
    ),
    figuresTable(figures),
    element(
      "details",
      {},
      element("summary", {}, "This study's id and its owner's key"),
      element(
        "p",
        {},
        "Compare them with what you were given elsewhere: whoever serves this page could change it.",
      ),
      element("p", {}, "Study ", element("code", {}, id)),
      element("p", {}, "Owner ", element("code", {}, study.owner.publicKey)),
    ),
  );
}

function operatorsWords(operators: 1 | 2): string {
  return operators === 1
    ? "One operator runs the shuffler and the analyzer: against it the last line of the table holds, and no other."
    : "The shuffler, which sees who sends, and the analyzer, which opens reports, are run by two operators. Together they see what the last line of the table says.";
}

/** What the person's studies may spend in all, with this one, beside her limits. */
export function budgetWords(spent: PersonalSpent, limits: PersonalLimits, joined: boolean): string {
  const counted = joined ? "this one among them" : "this one not among them yet";
  return (
    `The studies that you joined in this browser (${counted}) may spend epsilon ${formatUp(spent.epsilon)} of your ` +
    `${formatDown(limits.epsilon)}, at delta ${formatUp(spent.delta)} of ${formatDown(limits.delta)}, against readers of their results, ` +
    `and ${formatUp(spent.localEpsilon)} of ${formatDown(limits.localEpsilon)} against malicious operators; each study counts by its own adjacency.`
  );
}
