import { checkNumber, DOMAIN, LOCAL_EPSILONS, RANGES, show, wrongShape } from "../../validate.js";
import { DOCUMENT_BYTES } from "../messages/canonical-json.js";
import { readPopulation } from "../messages/read-population.js";
import { hexOf, list, number, object, oneOf, orNull, type Read, text } from "../messages/schema.js";
import { studySlots } from "./slots.js";
import type { Study, StudyColumn, StudyGroups } from "./study.js";

/** Uploads stay below a megabyte or so, and slots' numbers within two bytes. */
const MAX_COLUMNS = 64;
const MAX_CHOICES = 1024;
const DAY = 86_400;

const KEY = hexOf(32);
const COUNT = number({ ...RANGES.positiveInteger, max: 1e9 });
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

/** A study's fields, each by itself. */
export const readStudyShape: Read<Study> = object<Study>({
  version: (name, value) => checkNumber(name, value, { min: 1, max: 1, integer: true }) as 1,
  title: NAME,
  purpose: oneOf(["real", "test"]),
  task: oneOf(["survey"]),
  columns: list(byKind(COLUMNS), MAX_COLUMNS),
  groupBy: orNull(byKind(GROUPS)),
  localEpsilon: number(LOCAL_EPSILONS),
  slots: list(COUNT, MAX_COLUMNS),
  dummies: number({ ...RANGES.nonNegativeInteger, max: 1e9 }),
  admission: oneOf(["credentials", "open"]),
  rounds: number({ min: 1, max: 1e6, integer: true }),
  floor: COUNT,
  cap: COUNT,
  honestShare: number(RANGES.positiveProbability),
  adjacency: oneOf(["replace-one", "zero-out"]),
  budget: object<Study["budget"]>({ epsilon: number(DOMAIN.epsilon), delta: number(DOMAIN.delta) }),
  windowSeconds: number({ min: 1, max: 366 * DAY, integer: true }),
  delaySeconds: number({ min: 0, max: 366 * DAY, integer: true }),
  retentionDays: number({ min: 1, max: 366, integer: true }),
  population: readPopulation,
  owner: object<Study["owner"]>({ publicKey: KEY }),
  shuffler: object<Study["shuffler"]>({ url: text(2000), publicKey: KEY }),
  analyzer: object<Study["analyzer"]>({ publicKey: KEY }),
});

/**
 * A study, checked: every field, no others, and what they say of each other.
 *
 * @throws DpError BAD_INPUT or OUT_OF_RANGE with the field's path
 */
export function readStudy(name: string, value: unknown): Study {
  const study = readStudyShape(name, value);
  const { columns, groupBy, floor, cap, honestShare, windowSeconds, delaySeconds, shuffler, analyzer } =
    study;
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
  const slots = studySlots(study).map(({ bytes }) => bytes);
  if (JSON.stringify(slots) !== JSON.stringify(study.slots))
    throw wrongShape(`${name}.slots`, study.slots, show(slots));
  checkNumber(`${name}: letters of a result with all its choices`, resultLetters(study), {
    max: MAX_LETTERS,
    advice: "a result is one document: ask for fewer choices, or shorter ones",
  });
  checkNumber(`${name}.cap`, cap, {
    min: floor,
    advice: "a round of fewer reports than the floor is cancelled",
  });
  checkNumber(`${name}: honestShare x floor`, Math.floor(honestShare * floor), {
    min: 1,
    advice: "the figures count honest users",
  });
  checkNumber(`${name}.delaySeconds`, delaySeconds, { min: 0, max: windowSeconds });
  if (shuffler.publicKey === analyzer.publicKey)
    throw wrongShape(`${name}.analyzer.publicKey`, analyzer.publicKey, "another key than the shuffler's");
  if (!URL.canParse(shuffler.url)) throw wrongShape(`${name}.shuffler.url`, shuffler.url, "a URL");
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
function resultLetters(study: Study): number {
  const encoder = new TextEncoder();
  const lettersOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
  return studySlots(study).reduce((sum, { randomizer, column, groupBy }) => {
    const groups = "groups" in randomizer ? randomizer.groups.length : 1;
    const quantiles = column.kind === "histogram" ? column.quantiles.length : 0;
    const choices = column.kind === "mean" ? 0 : randomizer.response.reportCount;
    const estimates = choices + groups * (1 + quantiles);
    return sum + ESTIMATE_LETTERS * estimates + 2 * groups * lettersOf(column) + lettersOf(groupBy);
  }, 0);
}
