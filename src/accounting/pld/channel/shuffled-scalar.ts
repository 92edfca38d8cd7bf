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
import type { BlanketPair } from "./blanket-pairs.js";
import { chernoffExcess } from "./chernoff-excess.js";
import { type Contributions, contributionsAt, deviationOf } from "./contributions.js";
import { meanExcess } from "./mean-excess.js";
import { scalarPairs } from "./scalar-pairs.js";
import { countedReports, type ShuffledChannel, shuffledPairs } from "./shuffled-channel.js";

/** About by how much the closed form of the hidden reports exceeds their cost. */
const CLOSED_FORM_EXCESS = 8;
/** Lattice steps in a standard deviation while cuts are compared, and how many of them may in a row be no better. */
const COARSE_STEPS = 1;
const LOOK_AHEAD = { coarse: 2, fine: 1 };
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

/** Reports of larger ratios than some cut are revealed. */
interface Cut {
  readonly pair: BlanketPair;
  readonly channel: ShuffledChannel;
}

function profileOf(report: LaplaceScalarEvent | GaussianScalarEvent, reports: number): ShuffledChannel {
  const cuts = scalarPairs(report).map((pair): Cut => ({ pair, channel: shuffledPairs([pair], reports) }));
  return {
    deviation: Math.min(LARGEST_DEVIATION, cuts[0]!.channel.deviation),
    deltaAt: memoize((epsilon: number) => leastDelta(cuts, reports, epsilon), {
      capacity: CACHE_SIZE.deltas,
    }),
  };
}

/**
 * Where more is revealed, what is hidden costs less: the best of the cuts by coarse bounds, from the best by a closed form on, and of those nearby
 * by fine ones.
 */
function leastDelta(cuts: readonly Cut[], reports: number, epsilon: number): number {
  const lawOf = memoize((index: number) => contributionsAt(cuts[index]!.pair, Math.exp(epsilon)));
  const hiddenCost = memoize((index: number) =>
    fitsLattice(lawOf(index)) ? chernoffExcess(lawOf(index), reports) / CLOSED_FORM_EXCESS : Infinity,
  );
  const coarse = memoize((index: number) =>
    fitsLattice(lawOf(index))
      ? lawOf(index).revealed + meanExcess(lawOf(index), reports, COARSE_STEPS)
      : Infinity,
  );
  const fine = memoize((index: number) =>
    fitsLattice(lawOf(index)) ? cuts[index]!.channel.deltaAt(epsilon) : Infinity,
  );
  const last = cuts.length - 1;
  const start = firstIntegerWhere((i) => lawOf(i).revealed >= hiddenCost(i), 0, last);
  const nearby = leastNearby(coarse, { start, last, lookAhead: LOOK_AHEAD.coarse });
  const best = leastNearby(fine, { start: nearby, last, lookAhead: LOOK_AHEAD.fine });
  return Math.min(1, coarse(nearby), fine(best));
}

/** Where a sequence is least, as far as it falls from the start on, one way or the other, but for so few indices in a row. */
function leastNearby(
  valueAt: (index: number) => number,
  { start, last, lookAhead }: { readonly start: number; readonly last: number; readonly lookAhead: number },
): number {
  let best = start;
  for (const direction of [-1, 1]) {
    if (best !== start) break;
    for (let i = start + direction; i >= 0 && i <= last && Math.abs(i - best) <= lookAhead; i += direction) {
      if (valueAt(i) < valueAt(best)) best = i;
    }
  }
  return best;
}

function fitsLattice(law: Contributions): boolean {
  return Math.max(...law.values) <= MOST_DEVIATIONS * deviationOf(law);
}
