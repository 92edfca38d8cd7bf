/**
 * Messages of several answers of a cohort: in every answer all others hold a third record, or the replacement
 * where there is none.
 *
 * @see docs/theorems/several-answers.md, section 5
 */

import { ulps } from "../../numerics/rounding.js";
import type { AnswerPart, AnswerRandomizer } from "../../privacy/answer-parts.js";
import {
  type AnswerCell,
  type AnswerMasses,
  jointCells,
  mostJointCells,
} from "../rounds/answers/answer-cells.js";
import { responseSets } from "../rounds/response-sets.js";
import type { CellLaws } from "./likelihood-scores.js";
import { MIN_MASS } from "./worst-channel-cohort.js";

/**
 * The most cells that are looked at: beyond them answers of the least epsilon are dropped, which only hides.
 * Valid at any number: of eleven answers twice as many raise a lower end by 11 %, half as many lower it by
 * 10 %.
 */
const MAX_CELLS = 2 ** 13;

/** More than the masses of an answer, and the product and sum with them, round by. */
const ULPS_EACH = 16;

/** What all others hold: a third record, where there is one, or the replacement. */
export type Holding = "third" | "replacement";

/** The laws of a message: of the others, of the record and of its replacement. */
export function answerCohort(parts: readonly AnswerPart[], holding: Holding = "third"): CellLaws {
  const counted = withFewerAnswers(parts).map(({ of, times }) => ({ cells: cohortCells(of), times }));
  const cells = jointCells(counted);
  const column = (i: 0 | 1 | 2): Float64Array => Float64Array.from(cells, (masses) => masses[i]);
  const others = holding === "third" ? 0 : 2;
  return {
    others: column(others),
    changed: [column(1), column(2)],
    ratio: Float64Array.from(cells, (masses) => ratioOf(masses, others)),
    massError: ulps(ULPS_EACH * (1 + counted.reduce((sum, { times }) => sum + times, 0))),
  };
}

function ratioOf(masses: AnswerMasses, others: 0 | 2): number {
  const [, record, replacement] = masses;
  return (record - replacement) / Math.max(MIN_MASS, masses[others]);
}

function withFewerAnswers(parts: readonly AnswerPart[]): readonly AnswerPart[] {
  const kept = [...parts].sort((a, b) => a.of.epsilon - b.of.epsilon);
  const isTooMany = (): boolean =>
    mostJointCells(kept.map(({ of, times }) => ({ cells: cohortCells(of), times }))) > MAX_CELLS;
  while (isTooMany()) {
    const [{ of, times }] = kept as [AnswerPart];
    if (times > 1) kept[0] = { of, times: times - 1 };
    else kept.shift();
  }
  return kept;
}

/** Cells of one answer; the first law is that of the others. */
function cohortCells(of: AnswerRandomizer): readonly AnswerCell[] {
  const { mass, overlap } = responseSets(of);
  const low = 1 / (1 + Math.expm1(of.epsilon) * mass);
  const high = 1 / (mass + (1 - mass) * Math.exp(-of.epsilon));
  if (mass === 1 / 2 && overlap === 0) {
    return [
      { powers: [1, 0], masses: [low / 2, high / 2, low / 2] },
      { powers: [-1, 0], masses: [high / 2, low / 2, high / 2] },
    ];
  }
  const core = Math.max(overlap, 2 * mass - 1);
  const own = Math.max(0, mass - core);
  const rest = Math.max(0, 1 - 2 * mass + core);
  const shared = Math.max(0, own - rest) / 2;
  const third = Math.min(rest, own);
  const alike = core * high + (rest - third) * low;
  const alone = own - shared;
  const cells: readonly AnswerCell[] = [
    { powers: [1, 0], masses: [alone * low, alone * high, alone * low] },
    { powers: [0, 1], masses: [alone * low, alone * low, alone * high] },
    { powers: [0, -1], masses: [shared * high, shared * high, shared * low] },
    { powers: [-1, 0], masses: [shared * high, shared * low, shared * high] },
    { powers: [-1, -1], masses: [third * high, third * low, third * low] },
    { powers: [0, 0], masses: [alike, alike, alike] },
  ];
  return cells.filter(({ masses }) => masses[0] > 0);
}
