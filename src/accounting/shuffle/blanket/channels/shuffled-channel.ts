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
import { ROUNDING, roundedUp } from "../../../../numerics/rounding.js";
import { MAX_REPORTS } from "../../shuffle-ranges.js";
import { type BlanketPair, blanketPairs, type Matrix } from "./blanket-pairs.js";
import { chernoffExcess } from "./chernoff-excess.js";
import { type Contributions, contributionsAt, deviationOf } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";
import { contributionsAboveAll, worstContributions } from "./worst-contributions.js";

/** This many laws are looked at one by one, and the bounds of the others count. Valid at any number. */
const MAX_LAWS = 40;
/** Lattice steps in a standard deviation of a contribution. */
const STEPS = { coarse: 2, fine: 16 };

export interface ShuffledChannel {
  /** An upper bound of delta at epsilon, both ways, of every cohort. */
  deltaAt(epsilon: number): number;
  /** About the standard deviation of the log-likelihood ratio. */
  readonly deviation: number;
}

/**
 * Numbers of users are rounded down to this many binary digits, so that nearby ones share what is cached:
 * more users hide better.
 */
const DIGITS = 8;
const CACHE_SIZE = { channels: 32, deltas: 1024 };

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

function profileOf(pairs: readonly BlanketPair[], reports: number): ShuffledChannel {
  const deviations = pairs.map((pair) => deviationOf(contributionsAt(pair, 1)));
  return {
    deviation: Math.max(0, ...deviations) / Math.sqrt(reports),
    deltaAt: memoize(
      (epsilon: number) => {
        const x = Math.exp(epsilon);
        const alone = Math.min(1, Math.max(0, ...pairs.map((pair) => aloneAt(pair, x))));
        if (reports === 1) return alone;
        const shuffled = worstExcess(
          pairs.map((pair) => contributionsAt(pair, x)),
          reports,
        );
        return Math.min(alone, shuffled >= 0 ? shuffled : 1);
      },
      { key: (epsilon) => epsilon, capacity: CACHE_SIZE.deltas },
    ),
  };
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
