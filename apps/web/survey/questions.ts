import type { Answers, StudyColumn, StudyGroups, SurveyStudy } from "../../../src/federated/index.js";
import { element } from "../dom/element.js";

/** The questions of a survey, and the answers that were given. */
export interface Questions {
  readonly fields: readonly HTMLElement[];
  /** What a form holds. */
  answers(form: HTMLFormElement): Answers;
}

type Asked = StudyColumn | StudyGroups;

/** A field for each column, and one for the group. */
export function questions({ columns, groupBy }: SurveyStudy): Questions {
  const asked: readonly Asked[] = groupBy === null ? columns : [...columns, groupBy];
  return {
    fields: asked.map((column, index) => field(column, nameOf(index))),
    answers(form) {
      const given = new FormData(form);
      return Object.fromEntries(
        asked.map((column, index) => [column.column, answerOf(column, String(given.get(nameOf(index))))]),
      );
    },
  };
}

const nameOf = (index: number): string => `question-${index}`;

function answerOf({ kind }: Asked, text: string): string | number {
  return kind === "frequencies" ? text : Number(text);
}

function field(asked: Asked, name: string): HTMLElement {
  const content = asked.kind === "frequencies" ? choices(asked.categories, name) : number(asked, name);
  return element("fieldset", {}, element("legend", {}, asked.column), content);
}

function choices(categories: readonly string[], name: string): readonly HTMLElement[] {
  return categories.map((category) =>
    element(
      "label",
      { class: "choice" },
      element("input", { type: "radio", name, value: category, required: true }),
      element("span", {}, category),
    ),
  );
}

function number(asked: Exclude<Asked, { kind: "frequencies" }>, name: string): HTMLElement {
  const hint = `${name}-hint`;
  return element(
    "label",
    {},
    element("span", { id: hint, class: "hint" }, hintOf(asked)),
    element("input", { type: "number", step: "any", name, required: true, "aria-describedby": hint }),
  );
}

function hintOf(asked: Exclude<Asked, { kind: "frequencies" }>): string {
  if (asked.kind === "mean")
    return `A number; below ${asked.lower} it counts as ${asked.lower}, above ${asked.upper} as ${asked.upper}.`;
  return `A number from ${asked.edges[0]} to ${asked.edges.at(-1)}; what leaves this page tells its range at most.`;
}
