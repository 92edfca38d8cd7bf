/**
 * Shuffled reports of a number in an interval, with Laplace or Gaussian noise: the privacy blanket of all
 * values, at the worst pair of them.
 *
 * delta(epsilon) <= what the revealed reports cost + E[((Z_1 + ... + Z_n) / n)+], for any set of revealed
 * reports. Derivation: docs/theorems/scalar-noise.md.
 *
 * @see Balle, Bell, Gascon, Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019,
 *   arXiv:1903.02837, Lemma 5.3
 */

import { firstIntegerWhere } from "../../../../numerics/first-integer-where.js";
import { memoize } from "../../../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../../../numerics/rounding.js";
import type { GaussianScalarEvent, LaplaceScalarEvent } from "../../../../privacy/index.js";
import type { BlanketPair } from "./blanket-pairs.js";
import { chernoffExcess } from "./chernoff-excess.js";
import {
  type Contributions,
  contributionsAt,
  deviationOf,
  integratedTail,
  largestOf,
  meanOf,
} from "./contributions.js";
import { countedCopies } from "./mean-excess.js";
import { scalarPairs } from "./scalar-pairs.js";
import { CACHE_SIZE, countedReports, type ShuffledChannel, shuffledPairs } from "./shuffled-channel.js";

/**
 * Where the others lower what a report costs by itself by no larger share, they count as if they hid
 * nothing. Valid at any share, and costs this share of delta at most: half or twice as much changes no
 * figure.
 */
const LITTLE = 2 ** -10;
/** Pairs that are kept: for a single epsilon half or twice as many take as long. */
const MAX_PAIRS = 4;

/** The privacy profile of a number of shuffled reports. */
export function shuffledScalar(
  report: LaplaceScalarEvent | GaussianScalarEvent,
  users: number,
): ShuffledChannel {
  const counted = countedReports(users);
  const [{ blanket }] = pairsOf(report) as [BlanketPair];
  const hiding = (counted - 1) * blanket.reduce((sum, mass) => sum + mass, 0);
  return known(report, hiding < LITTLE ? 1 : counted);
}

const known = memoize(profileOf, {
  key: ({ kind, noiseToWidth }, reports) => `${kind} ${noiseToWidth} ${reports}`,
  capacity: CACHE_SIZE.channels,
});

const pairsOf = memoize(scalarPairs, {
  key: ({ kind, noiseToWidth }) => `${kind} ${noiseToWidth}`,
  capacity: MAX_PAIRS,
});

/** Reports of larger ratios than some cut are revealed. */
interface Cut {
  readonly pair: BlanketPair;
  readonly channel: ShuffledChannel;
}

function profileOf(report: LaplaceScalarEvent | GaussianScalarEvent, reports: number): ShuffledChannel {
  const pairs = pairsOf(report);
  const cuts = pairs.map((pair): Cut => ({ pair, channel: shuffledPairs([pair], reports) }));
  return {
    // The profile bends before epsilon is many times as large, however much single reports tell.
    deviation: Math.min(0.5, cuts[0]!.channel.deviation),
    deltaAt: memoize(
      (epsilon: number) =>
        costOfLittleHidden(pairs[0]!, reports, epsilon) ?? leastDelta(cuts, reports, epsilon),
      {
        capacity: CACHE_SIZE.deltas,
      },
    ),
  };
}

/**
 * Where more is revealed, what is hidden costs less: the best cut, downhill from about where a closed form
 * has it.
 */
function leastDelta(cuts: readonly Cut[], reports: number, epsilon: number): number {
  const lawOf = memoize((index: number) => contributionsAt(cuts[index]!.pair, Math.exp(epsilon)));
  const hiddenCost = memoize((index: number) => {
    const law = lawOf(index);
    if (!fitsLattice(law)) return Infinity;
    // The closed form of the hidden reports exceeds their cost about eightfold.
    return chernoffExcess(law, countedCopies(law, reports)) / 8;
  });
  const crossing = firstIntegerWhere((i) => lawOf(i).revealed >= hiddenCost(i), 0, cuts.length - 1);
  // The best cut reveals less than that at which both parts cost the same by the closed form.
  let best = Math.max(0, crossing - 2);
  while (best < crossing && !fitsLattice(lawOf(best))) best++;
  let least = cuts[best]!.channel.deltaAt(epsilon);
  const maySuit = (index: number): boolean =>
    index >= 0 &&
    index < cuts.length &&
    fitsLattice(lawOf(index)) &&
    // Less is revealed while that is a larger share of delta.
    (index > best || lawOf(best).revealed > 0.01 * least);
  // up to the crossing several cuts may cost as much as a report by itself
  const mayFall = (index: number, direction: number): boolean => direction > 0 && index < crossing;
  for (const direction of [-1, 1]) {
    for (let index = best + direction; maySuit(index); index += direction) {
      const delta = cuts[index]!.channel.deltaAt(epsilon);
      if (delta < least) [best, least] = [index, delta];
      else if (!mayFall(index, direction) || delta > roundedUp(least, ROUNDING.sum)) break;
    }
  }
  return least;
}

/**
 * What one report costs by itself, where others lower it by little: E[((Z_1 + ... + Z_n) / n)+] is at least
 * E[(Z - w)+], w = (n - 1) E[Z-] what the others take away on the mean; and no closed form tells that they
 * average out.
 */
function costOfLittleHidden(pair: BlanketPair, reports: number, epsilon: number): number | undefined {
  const law = contributionsAt(pair, Math.exp(epsilon));
  const mean = meanOf(law);
  if (mean > 0) return undefined; // mostly what contributions are rounded up by
  const positive = integratedTail(law, Float64Array.of(0))[0]!;
  const taken = (reports - 1) * (positive - mean);
  const left = integratedTail(law, Float64Array.of(taken))[0]!;
  const cost = law.revealed + positive;
  const hideLittle = positive - left <= LITTLE * cost && chernoffExcess(law, reports) >= positive;
  return hideLittle ? Math.min(1, roundedUp(cost, ROUNDING.sum)) : undefined;
}

function fitsLattice(law: Contributions): boolean {
  return largestOf(law) <= 2 ** 20 * deviationOf(law); // larger contributions do not fit a lattice
}
