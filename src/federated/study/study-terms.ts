import { checkNumber, DOMAIN, RANGES, show, wrongShape } from "../../validate.js";
import { readPopulation } from "../messages/read-population.js";
import { hexOf, list, number, object, oneOf, type Read, text } from "../messages/schema.js";
import type { StudyTerms } from "./study.js";

const DAY = 86_400;
const KEY = hexOf(32);
const COUNT = number({ ...RANGES.positiveInteger, max: 1e9 });

/** How the fields are read that all studies have, but for `localEpsilon`, each by itself. */
export const TERMS: {
  readonly [Field in Exclude<keyof StudyTerms, "localEpsilon">]: Read<StudyTerms[Field]>;
} = {
  version: (name, value) => checkNumber(name, value, { min: 1, max: 1, integer: true }) as 1,
  title: text(200),
  purpose: oneOf(["real", "test"]),
  slots: list(COUNT, 512),
  dummies: number({ ...RANGES.nonNegativeInteger, max: 1e9 }),
  admission: oneOf(["credentials", "open"]),
  rounds: number({ min: 1, max: 1e6, integer: true }),
  floor: COUNT,
  cap: COUNT,
  honestShare: number(RANGES.positiveProbability),
  adjacency: oneOf(["replace-one", "zero-out"]),
  budget: object<StudyTerms["budget"]>({ epsilon: number(DOMAIN.epsilon), delta: number(DOMAIN.delta) }),
  windowSeconds: number({ min: 1, max: 366 * DAY, integer: true }),
  delaySeconds: number({ min: 0, max: 366 * DAY, integer: true }),
  retentionDays: number({ min: 1, max: 366, integer: true }),
  population: readPopulation,
  owner: object<StudyTerms["owner"]>({ publicKey: KEY }),
  shuffler: object<StudyTerms["shuffler"]>({ url: text(2000), publicKey: KEY }),
  analyzer: object<StudyTerms["analyzer"]>({ publicKey: KEY }),
};

/**
 * What those fields must say of each other.
 *
 * @param slots the bytes of a report in each slot, as the rest of the study has it
 */
export function checkTerms(name: string, study: StudyTerms, slots: readonly number[]): void {
  const { floor, cap, honestShare, windowSeconds, delaySeconds, shuffler, analyzer } = study;
  if (JSON.stringify(slots) !== JSON.stringify(study.slots))
    throw wrongShape(`${name}.slots`, study.slots, show(slots));
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
}
