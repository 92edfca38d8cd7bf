import { checkNumber, LOCAL_EPSILONS, RANGES, wrongShape } from "../../validate.js";
import { DOCUMENT_BYTES } from "../messages/canonical-json.js";
import { list, number, object, oneOf, orNull, type Read, text } from "../messages/schema.js";
import type { StudyColumn, StudyGroups, SurveyStudy } from "./study.js";
import { checkTerms, TERMS } from "./study-terms.js";
import { surveySlots } from "./survey-slots.js";

/** Uploads stay below a megabyte or so. */
const MAX_COLUMNS = 64;
const MAX_CHOICES = 1024;

const CATEGORIES = list(text(200), MAX_CHOICES);
const EDGES = list(number({}), MAX_CHOICES);
const NAME = text(200);

const COLUMNS: { readonly [Kind in StudyColumn["kind"]]: Read<StudyColumn> } = {
  frequencies: object<Extract<StudyColumn, { kind: "frequencies" }>>({
    kind: oneOf(["frequencies"]),
    column: NAME,
    categories: CATEGORIES,
  }),
  histogram: object<Extract<StudyColumn, { kind: "histogram" }>>({
    kind: oneOf(["histogram"]),
    column: NAME,
    edges: EDGES,
    quantiles: list(number(RANGES.openProbability), 99),
  }),
  mean: object<Extract<StudyColumn, { kind: "mean" }>>({
    kind: oneOf(["mean"]),
    column: NAME,
    lower: number({}),
    upper: number({}),
  }),
};
const GROUPS: { readonly [Kind in StudyGroups["kind"]]: Read<StudyGroups> } = {
  frequencies: object<Extract<StudyGroups, { kind: "frequencies" }>>({
    kind: oneOf(["frequencies"]),
    column: NAME,
    categories: CATEGORIES,
  }),
  histogram: object<Extract<StudyGroups, { kind: "histogram" }>>({
    kind: oneOf(["histogram"]),
    column: NAME,
    edges: EDGES,
  }),
};

/** Reads one of several shapes, by its `kind`. */
function byKind<Value extends { readonly kind: string }>(
  kinds: Readonly<Record<string, Read<Value>>>,
): Read<Value> {
  return (name, value) => {
    const { kind } = (value ?? {}) as { readonly kind?: unknown };
    return kinds[oneOf(Object.keys(kinds))(`${name}.kind`, kind)]!(name, value);
  };
}

/** A survey's fields, each by itself. */
export const readSurveyShape: Read<SurveyStudy> = object<SurveyStudy>({
  ...TERMS,
  task: oneOf(["survey"]),
  columns: list(byKind(COLUMNS), MAX_COLUMNS),
  groupBy: orNull(byKind(GROUPS)),
  localEpsilon: number(LOCAL_EPSILONS),
});

/**
 * A survey, checked: every field, no others, and what they say of each other.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path
 */
export function readSurvey(name: string, value: unknown): SurveyStudy {
  const study = readSurveyShape(name, value);
  const { columns, groupBy } = study;
  if (columns.length === 0) throw wrongShape(`${name}.columns`, columns, "at least one");
  const names = [...columns, ...(groupBy === null ? [] : [groupBy])].map(({ column }) => column);
  if (new Set(names).size < names.length)
    throw wrongShape(`${name}.columns`, names, "columns of different names");
  if (groupBy !== null && columns.some(({ kind }) => kind === "mean"))
    throw wrongShape(
      `${name}.groupBy`,
      groupBy,
      "null beside a mean: quantiles [0.5] within groups are medians",
    );
  const slots = surveySlots(study).map(({ bytes }) => bytes);
  checkTerms(name, study, slots);
  checkNumber(`${name}: letters of a result with all its choices`, resultLetters(study), {
    max: MAX_LETTERS,
    advice: "a result is one document: ask for fewer choices, or shorter ones",
  });
  return study;
}

/**
 * An estimate, its interval and its names in a result take fewer letters than this, its choice's own left
 * aside.
 */
const ESTIMATE_LETTERS = 320;
/** Of a result, but for 10,000 of all that is not estimates. */
const MAX_LETTERS = DOCUMENT_BYTES - 10_000;

/** Above the length of a result's estimates. */
function resultLetters(study: SurveyStudy): number {
  const encoder = new TextEncoder();
  const lettersOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
  return surveySlots(study).reduce((sum, { randomizer, column, groupBy }) => {
    const groups = "groups" in randomizer ? randomizer.groups.length : 1;
    const quantiles = column.kind === "histogram" ? column.quantiles.length : 0;
    const choices = column.kind === "mean" ? 0 : randomizer.response.reportCount;
    const estimates = choices + groups * (1 + quantiles);
    return sum + ESTIMATE_LETTERS * estimates + 2 * groups * lettersOf(column) + lettersOf(groupBy);
  }, 0);
}
