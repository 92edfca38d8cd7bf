/**
 * Shuffled reports of a randomizer given by its matrix: the privacy blanket of all inputs, worst over all
 * pairs of inputs.
 *
 * delta(epsilon) <= max over pairs of E[((Z_1 + ... + Z_n) / n)+] + what the blanket cannot hide, Z as in
 * `Contributions`. Derivation: docs/theorems/discrete-channel.md.
 *
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019,
 *   arXiv:1903.02837, Lemma 5.3
 */

import { memoize } from "../../../../numerics/memoize.js";
import { ROUNDING, roundedDown, roundedUp } from "../../../../numerics/rounding.js";
import { MAX_REPORTS } from "../../shuffle-ranges.js";
import { type BlanketPair, blanketPairs, type Matrix } from "./blanket-pairs.js";
import { chernoffExcess } from "./chernoff-excess.js";
import { type Contributions, contributionsAt, deviationOf } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";
import { contributionsAboveAll, worstContributions } from "./worst-contributions.js";

/**
 * This many laws are looked at one by one, and the bounds of the others count. Valid at any number: of ten
 * inputs that are nearly alike half as many raise an epsilon by 0.4 % and a delta by 8 %, twice as many
 * lower neither.
 */
const MAX_LAWS = 40;
/**
 * Lattice steps in a standard deviation of a contribution. Valid at any two: half or twice the coarse ones
 * change no figure, nor the time. Half of the fine ones raise an epsilon by up to 9 %, as there are no
 * blocks then; twice as many lower one by at most 0.2 %.
 */
const STEPS = { coarse: 2, fine: 16 };

export interface ShuffledChannel {
  /** An upper bound of delta at epsilon, both ways, of every cohort. */
  deltaAt(epsilon: number): number;
  /** About the standard deviation of the log-likelihood ratio. */
  readonly deviation: number;
}

/**
 * Numbers of users are rounded down to this many binary digits, so that nearby ones share what is cached:
 * more users hide better. Valid at any number: half as many raise an epsilon by up to 3 % and a delta by up
 * to 25 %, twice as many lower an epsilon by up to 0.2 % and a delta by up to 1.4 %.
 */
const DIGITS = 8;
/** Laws that are kept, and figures of each: for a single epsilon half or twice as many take as long. */
export const CACHE_SIZE: Readonly<Record<"channels" | "deltas", number>> = { channels: 32, deltas: 1024 };

/** The privacy profile of a number of shuffled reports. */
export function shuffledChannel(matrix: Matrix, users: number): ShuffledChannel {
  return known(matrix, countedReports(users));
}

const known = memoize(
  (matrix: Matrix, reports: number) => profileOf(blanketPairs(matrix, reports), reports),
  {
    key: (matrix, reports) => `${reports} ${JSON.stringify(matrix)}`,
    capacity: CACHE_SIZE.channels,
  },
);

/**
 * The same of a sample of a fixed size, drawn from all users without replacement: those who were not drawn
 * hide the changed user, too.
 *
 * @param samplingRate reports over users
 * @see docs/theorems/absent-reports.md, section 4
 */
export function sampledPairs(
  pairs: readonly BlanketPair[],
  reports: number,
  samplingRate: number,
): ShuffledChannel {
  return profileOf(pairs, countedReports(reports), samplingRate);
}

/** The same of the pairs of inputs that may be exchanged. */
export function shuffledPairs(pairs: readonly BlanketPair[], users: number): ShuffledChannel {
  return profileOf(pairs, countedReports(users));
}

/** The number of users that is counted. */
export function countedReports(users: number): number {
  const reports = Math.min(users, MAX_REPORTS);
  const grain = 2 ** Math.max(0, Math.floor(Math.log2(reports)) - DIGITS);
  return Math.floor(reports / grain) * grain;
}

function profileOf(pairs: readonly BlanketPair[], reports: number, rate = 1): ShuffledChannel {
  const deviations = pairs.map((pair) => deviationOf(contributionsAt(pair, 1)));
  return {
    deviation: (rate * Math.max(0, ...deviations)) / Math.sqrt(reports),
    deltaAt: memoize(
      (epsilon: number) => {
        // Of a sample that shows who reports, or of which one report is looked at.
        const gain = roundedDown(Math.expm1(epsilon) / rate, ROUNDING.fewOperations);
        const one = rate === 1 ? Math.exp(epsilon) : 1 + gain;
        const alone = Math.min(1, Math.max(0, ...pairs.map((pair) => aloneAt(pair, one))));
        if (reports === 1 && rate === 1) return alone;
        const shuffled = worstExcess(
          pairs.map((pair) => withAbsent(contributionsAt(pair, Math.exp(epsilon)), epsilon, rate)),
          reports,
        );
        const delta = Math.min(alone, shuffled >= 0 ? shuffled : 1);
        return rate === 1 ? delta : roundedUp(rate * delta, ROUNDING.fewOperations);
      },
      { key: (epsilon) => epsilon, capacity: CACHE_SIZE.deltas },
    ),
  };
}

/** With its share of what those who were not drawn contribute: (1 - e^epsilon) each. */
function withAbsent(law: Contributions, epsilon: number, rate: number): Contributions {
  if (rate === 1) return law;
  const taken = roundedDown(((1 - rate) / rate) * Math.expm1(epsilon), ROUNDING.fewOperations);
  const values = law.values.map((value) => value - taken + ROUNDING.operation * (Math.abs(value) + taken));
  return { ...law, values };
}

/**
 * Finely for those laws that may be the worst by coarser bounds; those that are left after some of them are
 * bounded together.
 */
function worstExcess(laws: readonly Contributions[], reports: number): number {
  const excessOf = (law: Contributions, steps: number): number =>
    law.revealed + meanExcess(law, reports, steps);
  const byBound = worstContributions(laws)
    .map((law) => ({ law, most: law.revealed + chernoffExcess(law, reports) }))
    .sort((a, b) => b.most - a.most);
  let worst = 0;
  for (const { law, most } of byBound.slice(0, MAX_LAWS)) {
    if (most <= worst) continue;
    const coarse = byBound.length === 1 ? most : Math.min(most, excessOf(law, STEPS.coarse));
    if (!(coarse <= worst)) worst = Math.max(worst, Math.min(coarse, excessOf(law, STEPS.fine)));
  }
  const rest = byBound.slice(MAX_LAWS).filter(({ most }) => !(most <= worst));
  if (rest.length === 0) return worst;
  return Math.max(worst, excessOf(contributionsAboveAll(rest.map(({ law }) => law)), STEPS.fine));
}

/**
 * Of one report that nothing hides: p counts for more than x q rounds, and the sum for more than masses lose
 * that leave the doubles.
 */
function aloneAt({ before, after, revealed }: BlanketPair, x: number): number {
  const excess = (p: number, q: number): number => Math.max(0, roundedUp(p, ROUNDING.fewOperations) - x * q);
  const seen = before.reduce((sum, p, i) => sum + excess(p, after[i]!), 0);
  return (
    roundedUp(
      revealed.reduce((sum, [p, q]) => sum + excess(p, q), seen),
      ROUNDING.sum,
    ) +
    2 ** -1050
  );
}
