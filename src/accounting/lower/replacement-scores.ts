import { countScores } from "./count-scores.js";
import { likelihoodScores } from "./likelihood-scores.js";
import type { ReportScores } from "./report-scores.js";
import { type ScoreLaw, scoreLaw } from "./score-law.js";
import type { TwoLevels } from "./subset-scores.js";

/** Relative, of the masses: those of few operations. */
const MASS_ERROR = 2 ** -46;

/**
 * The scores of reports of two levels where all others hold the replacement: in the changed record's own set,
 * in the replacement's, and in both or neither.
 *
 * Then the likelihood ratio is the mean of one score of every report, which tells all that the reports tell.
 * At epsilons near the local one hardly any output is that much likelier, and it takes reports of the changed
 * record's set from others, each of whom hides there as little as can be.
 */
export function replacementScores({ localEpsilon, mass, overlap, copies }: TwoLevels): ReportScores {
  const own = Math.max(0, mass - Math.max(overlap, 2 * mass - 1));
  const low = own / (1 + Math.expm1(localEpsilon) * mass);
  const high = own / (mass + (1 - mass) * Math.exp(-localEpsilon));
  const alike = Math.max(0, 1 - high - low);
  const [record, replacement] = [
    [high, low, alike],
    [low, high, alike],
  ].map((masses) => Float64Array.from(masses)) as [Float64Array, Float64Array];
  const dummy = Float64Array.of(own, own, Math.max(0, 1 - 2 * own));
  // Few reports outside of the replacement's set: those in the record's and the others, both counted.
  const counts = countScores(copies * Math.max(low, alike));
  if (counts.everySum) {
    const law = (masses: Float64Array): ScoreLaw =>
      scoreLaw([
        [counts.replacement, masses[0]!],
        [0, masses[1]!],
        [counts.record, masses[2]!],
      ]);
    const changed = [law(record), law(replacement)] as const;
    return { others: changed[1], changed, dummy: law(dummy), massError: MASS_ERROR, everySum: true };
  }
  const growth = Math.expm1(localEpsilon);
  const laws = {
    others: replacement,
    changed: [record, replacement] as const,
    ratio: Float64Array.of(growth, -growth * Math.exp(-localEpsilon), 0),
    dummies: dummy,
    massError: MASS_ERROR,
  };
  return likelihoodScores(laws, copies);
}
