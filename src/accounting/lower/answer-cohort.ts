/**
 * Messages of several answers of a cohort: in every answer all others hold a third record, or the replacement
 * where there is none.
 *
 * @see docs/theorems/several-answers.md, section 5
 */

import { ROUNDING } from "../../numerics/rounding.js";
import { type AnswerCell, jointCells, mostJointCells } from "../rounds/answers/answer-cells.js";
import type { AnswerPart, AnswerRandomizer } from "../rounds/answers/answer-parts.js";
import type { CellLaws } from "./likelihood-scores.js";

/**
 * The most cells that are looked at: beyond them answers of the least epsilon are dropped, which only hides.
 * Valid at any number.
 */
const MAX_CELLS = 2 ** 13;

/** The laws of a message: of the others, of the record and of its replacement. */
export function answerCohort(parts: readonly AnswerPart[]): CellLaws {
  const counted = withFewerAnswers(parts).map(({ of, times }) => ({ cells: cohortCells(of), times }));
  const cells = jointCells(counted);
  const column = (i: 0 | 1 | 2): Float64Array => Float64Array.from(cells, (masses) => masses[i]);
  return {
    others: column(0),
    changed: [column(1), column(2)],
    ratio: Float64Array.from(cells, ([other, record, replacement]) => (record - replacement) / other),
    massError: ROUNDING.sum,
  };
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
  const { mass, overlap } = setsOf(of);
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

/** Of any randomizer's the worst: three categories, or two where they spend more. */
function setsOf(of: AnswerRandomizer): { readonly mass: number; readonly overlap: number } {
  switch (of.kind) {
    case "local":
      return { mass: of.epsilon > Math.LN2 ? 1 / 3 : 1 / 2, overlap: 0 };
    case "randomizedResponse":
      return { mass: 1 / of.categories, overlap: 0 };
    case "subsetResponse":
      return { mass: of.mass, overlap: of.overlap ?? 0 };
  }
}
