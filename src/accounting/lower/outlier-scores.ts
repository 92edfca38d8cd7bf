import { normalInterval } from "../../numerics/normal-interval.js";
import { normalQuantile } from "../../numerics/normal-quantile.js";
import { ROUNDING } from "../../numerics/rounding.js";
import type { GaussianCohort } from "./gaussian-scores.js";
import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";

/**
 * Levels, and their width in standard deviations of the noise. Valid at any two, as any test is: half as many
 * levels lower a lower end by up to 2.5 %, twice as many by 0.4 %; twice or half of the width moves one by up
 * to 2.5 % either way.
 */
const LEVELS = 120;
const WIDTH = 0.1;

/**
 * The scores of Gaussian reports that tell most where one stands out of all others: how far it is beyond what
 * hardly any of the others' exceeds, and 0 for all that are not.
 */
export function outlierScores({ record, replacement, copies }: GaussianCohort): ReportScores {
  // A thousandth of one of the others' reports is expected beyond the first level: more would blur the sum.
  const start = -normalQuantile(1e-3 / (copies + 1));
  const lawAt = (centre: number): ScoreLaw =>
    scoreLaw(
      Array.from({ length: LEVELS + 1 }, (_, level) => {
        const from = level === 0 ? -Infinity : start + (level - 1) * WIDTH - centre;
        const to = level === LEVELS ? Infinity : start + level * WIDTH - centre;
        return [level, normalInterval(from, to)] as const;
      }),
    );
  return {
    others: lawAt(0),
    changed: [lawAt(record), lawAt(replacement)],
    massError: ROUNDING.longFormula, // differences of error functions, relative to the masses of levels
    everySum: true,
  };
}
