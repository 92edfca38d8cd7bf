import { ROUNDING } from "../../numerics/rounding.js";
import { countScores } from "./count-scores.js";
import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/** k-ary randomized response of a cohort. */
export interface ResponseCohort {
  readonly localEpsilon: number;
  readonly categories: number;
  /** About how many others report. */
  readonly copies: number;
}

/**
 * The scores of k-ary randomized response: of the category of the changed record and of that of the
 * replacement. The others hold a third record, or the replacement where there is none: then it counts 0, and
 * the changed record's category 1.
 */
export function responseScores({ localEpsilon, categories, copies }: ResponseCohort): ReportScores {
  const norm = Math.exp(localEpsilon) + categories - 1;
  const lie = 1 / norm;
  const truth = 1 / (1 + (categories - 1) * Math.exp(-localEpsilon));
  if (categories === 2) {
    const record = binary(truth, lie);
    const replacement = binary(lie, truth);
    const dummy = binary(1 / 2, 1 / 2);
    return { others: replacement, changed: [record, replacement], dummy, massError: ROUNDING.fewOperations };
  }
  const { record, replacement, everySum } = countScores(copies * lie);
  const law = (one: number, other: number): ScoreLaw =>
    scoreLaw([
      [record, one],
      [replacement, other],
      [0, Math.max(0, 1 - one - other)],
    ]);
  return {
    others: law(lie, lie),
    changed: [law(truth, lie), law(lie, truth)],
    dummy: law(1 / categories, 1 / categories),
    massError: ROUNDING.fewOperations,
    everySum,
  };
}

function binary(one: number, other: number): ScoreLaw {
  return scoreLaw([
    [1, one],
    [0, other],
  ]);
}
