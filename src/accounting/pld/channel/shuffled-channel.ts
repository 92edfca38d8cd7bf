/**
 * Shuffled reports of a randomizer given by its matrix: the privacy blanket of all inputs, worst over all pairs of inputs.
 *
 * delta(epsilon) <= max over pairs of E[((Z_1 + ... + Z_n) / n)+] + what the blanket cannot hide, Z as in `Contributions`. Derivation:
 * docs/theorems/discrete-channel.md.
 *
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837, Lemma 5.3
 */
import { type BlanketPair, blanketPairs, type Matrix } from "./blanket-pairs.js";
import { chernoffExcess } from "./chernoff-excess.js";
import { type Contributions, contributionsAt, deviationOf } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";
import { contributionsAboveAll, worstContributions } from "./worst-contributions.js";

/** More reports hide better: what they would add is left out. */
const MOST_REPORTS = 4e6;

/** So many laws are looked at one by one. */
const MOST_LAWS = 40;
/** Lattice steps in a standard deviation of a contribution. */
const STEPS = { coarse: 2, fine: 16 };

export interface ShuffledChannel {
  /** An upper bound of delta at epsilon, both ways, of every cohort. */
  deltaAt(epsilon: number): number;
  /** About the standard deviation of the log-likelihood ratio. */
  readonly deviation: number;
}

/** The privacy profile of so many shuffled reports. */
export function shuffledChannel(matrix: Matrix, users: number): ShuffledChannel {
  const reports = Math.min(users, MOST_REPORTS);
  const pairs = blanketPairs(matrix, reports);
  const deviations = pairs.map((pair) => deviationOf(contributionsAt(pair, 1)));
  return {
    deviation: Math.max(0, ...deviations) / Math.sqrt(reports),
    deltaAt: (epsilon) => {
      const x = Math.exp(epsilon);
      const shuffled = worstExcess(
        pairs.map((pair) => contributionsAt(pair, x)),
        reports,
      );
      const alone = Math.max(0, ...pairs.map((pair) => aloneAt(pair, x)));
      return Math.min(1, alone, shuffled);
    },
  };
}

/** Finely for those laws that may be the worst by coarser bounds; those that are left after some of them are bounded together. */
function worstExcess(laws: readonly Contributions[], reports: number): number {
  const excessOf = (law: Contributions, steps: number): number =>
    law.revealed + meanExcess(law, reports, steps);
  const byBound = worstContributions(laws)
    .map((law) => ({ law, most: law.revealed + chernoffExcess(law, reports) }))
    .sort((a, b) => b.most - a.most);
  const coarse = byBound
    .slice(0, MOST_LAWS)
    .map(({ law, most }) => ({ law, most: Math.min(most, excessOf(law, STEPS.coarse)) }))
    .sort((a, b) => b.most - a.most);
  let worst = 0;
  for (const { law, most } of coarse) {
    if (most > worst) worst = Math.max(worst, Math.min(most, excessOf(law, STEPS.fine)));
  }
  const rest = byBound.slice(MOST_LAWS).filter(({ most }) => most > worst);
  if (rest.length === 0) return worst;
  return Math.max(worst, excessOf(contributionsAboveAll(rest.map(({ law }) => law)), STEPS.fine));
}

/** Of one report that nothing hides: rounded up. */
function aloneAt({ before, after, revealed }: BlanketPair, x: number): number {
  const seen = before.reduce((sum, p, i) => sum + Math.max(0, p - x * after[i]!), 0);
  return (
    (revealed.reduce((sum, [p, q]) => sum + Math.max(0, p - x * q), 0) + seen) * (1 + 2 ** -40) + 2 ** -50
  );
}
