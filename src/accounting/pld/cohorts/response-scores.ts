import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/** Of three exponentials, sums and a quotient. */
const MASS_ERROR = 2 ** -50;

/**
 * The scores of k-ary randomized response: the category of the changed record counts 1 and that of the replacement -1, or 0 where there
 * are only two. The others hold a third record, or the replacement where there is none.
 */
export function responseScores(localEpsilon: number, categories: number): ReportScores {
  const norm = Math.exp(localEpsilon) + categories - 1;
  const [lie, truth] = [1 / norm, 1 / (1 + (categories - 1) * Math.exp(-localEpsilon))];
  const changed = [law(categories, truth, lie), law(categories, lie, truth)] as const;
  return {
    others: categories === 2 ? changed[1] : law(categories, lie, lie),
    changed,
    massError: MASS_ERROR,
  };
}

function law(categories: number, record: number, replacement: number): ScoreLaw {
  const away = categories === 2 ? 0 : -1;
  const none = Math.max(0, 1 - record - replacement);
  return scoreLaw(
    categories === 2
      ? [
          [1, record],
          [away, replacement],
        ]
      : [
          [1, record],
          [0, none],
          [away, replacement],
        ],
  );
}
