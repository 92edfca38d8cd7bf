/**
 * Shuffled reports of a number in an interval, with Laplace or Gaussian noise: the privacy blanket of all values, at the worst pair of them.
 *
 * delta(epsilon) <= what the revealed reports cost + E[((Z_1 + ... + Z_n) / n)+], for any set of revealed reports. Derivation:
 * docs/theorems/scalar-noise.md.
 *
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019, arXiv:1903.02837, Lemma 5.3
 */
import { firstIntegerWhere } from "../../../numerics/first-integer-where.js";
import { memoize } from "../../../numerics/memoize.js";
import type { GaussianScalarEvent, LaplaceScalarEvent } from "../../../privacy/index.js";
import { aloneAt } from "./alone-at.js";
import type { BlanketPair } from "./blanket-pairs.js";
import { chernoffExcess } from "./chernoff-excess.js";
import { type Contributions, contributionsAt, deviationOf } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";
import { scalarPairs } from "./scalar-pairs.js";
import { countedReports, type ShuffledChannel } from "./shuffled-channel.js";

/** About by how much the closed form of the hidden reports exceeds their cost. */
const CLOSED_FORM_EXCESS = 8;
/** Lattice steps in a standard deviation of a contribution: while cuts are compared, and of the best. */
const STEPS = { coarse: 6, fine: 16 };
/** So many cuts in a row may be no better than one before them. */
const LOOK_AHEAD = 2;
/** The profile bends before epsilon is many times as large, however much single reports tell. */
const LARGEST_DEVIATION = 0.5;
/** Larger contributions, in their standard deviations, do not fit a lattice. */
const MOST_DEVIATIONS = 2 ** 20;
const CACHE_SIZE = { channels: 32, deltas: 1024 };

/** The privacy profile of so many shuffled reports. */
export function shuffledScalar(
  report: LaplaceScalarEvent | GaussianScalarEvent,
  users: number,
): ShuffledChannel {
  return known(report, countedReports(users));
}

const known = memoize(profileOf, {
  key: ({ kind, noiseToWidth }, reports) => `${kind} ${noiseToWidth} ${reports}`,
  capacity: CACHE_SIZE.channels,
});

function profileOf(report: LaplaceScalarEvent | GaussianScalarEvent, reports: number): ShuffledChannel {
  const cuts = scalarPairs(report);
  const deviation = deviationOf(contributionsAt(cuts[0]!, 1)) / Math.sqrt(reports);
  return {
    deviation: Math.min(LARGEST_DEVIATION, deviation),
    deltaAt: memoize(
      (epsilon: number) => {
        const x = Math.exp(epsilon);
        return Math.min(1, aloneAt(cuts[0]!, x), leastDelta(cuts, reports, x));
      },
      { capacity: CACHE_SIZE.deltas },
    ),
  };
}

/**
 * Where more is revealed, what is hidden costs less: coarse bounds of the cuts, from the best by a closed form on, for as long as they fall, and a fine
 * one of the best.
 */
function leastDelta(cuts: readonly BlanketPair[], reports: number, x: number): number {
  const lawOf = memoize((index: number) => contributionsAt(cuts[index]!, x));
  const closedForm = memoize((index: number) =>
    fitsLattice(lawOf(index)) ? chernoffExcess(lawOf(index), reports) : Infinity,
  );
  const bound = (index: number, steps: number): number => {
    const law = lawOf(index);
    if (!fitsLattice(law)) return Infinity;
    const hidden = meanExcess(law, reports, steps);
    return law.revealed + (hidden < closedForm(index) ? hidden : closedForm(index));
  };
  const coarse = memoize((index: number) => bound(index, STEPS.coarse));
  const last = cuts.length - 1;
  const start = firstIntegerWhere((i) => lawOf(i).revealed >= closedForm(i) / CLOSED_FORM_EXCESS, 0, last);
  const best = leastNearby(coarse, start, last);
  return Math.min(coarse(best), bound(best, STEPS.fine));
}

/** Where a sequence is least, as far as it falls from the start on, one way or the other. */
function leastNearby(valueAt: (index: number) => number, start: number, last: number): number {
  let best = start;
  for (const direction of [-1, 1]) {
    if (best !== start) break;
    for (let i = start + direction; i >= 0 && i <= last && Math.abs(i - best) <= LOOK_AHEAD; i += direction) {
      if (valueAt(i) < valueAt(best)) best = i;
    }
  }
  return best;
}

function fitsLattice(law: Contributions): boolean {
  return Math.max(...law.values) <= MOST_DEVIATIONS * deviationOf(law);
}
