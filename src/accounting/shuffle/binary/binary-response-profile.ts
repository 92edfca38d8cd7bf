/**
 * Shuffled binary responses, exactly: what is seen is how many of them are one. The delta of every cohort is
 * known, and the worst cohort is found by trying all of them, or, of many, by trying intervals of them.
 *
 * Derivation: docs/theorems/binary-response.md.
 */

import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { ProfilePoint } from "../../../pld/pairs/profile-pair.js";
import { type CountOfOnes, countOfOnes } from "./count-of-ones.js";

export interface BinaryResponses {
  readonly localEpsilon: number;
  readonly reports: number;
  /** Below it the profile need not go. */
  readonly leastDelta: number;
  /** The least share within which cohorts count as alike, where the time is needed for other numbers. */
  readonly alike?: number;
}

/**
 * More reports hide better: what they would add is left out. Twice or half as many change no epsilon of 4e8
 * reports.
 */
export const MAX_BINARY_REPORTS = 1e8;
/**
 * Up to FEW reports every cohort counts by itself. Of more, cohorts are alike whose deltas differ by no more
 * than this share, times one and the square of their deviations: the profile is raised by as much, which
 * raises epsilons by about that share. Valid at any: half of the share lowers an epsilon by up to 0.05 % in
 * up to 1.5 times the time, twice as much raises one by up to 0.09 %; twice or half of FEW moves one by up
 * to 0.05 %. The share grows from MANY reports on: twice or half as many move an epsilon of 10^6 by up to
 * 0.05 %, half of the growth lowers it by 0.09 %, and twice as much raises it by 0.6 %. Twice or half of the
 * deviations that count moves one by less than 1e-12.
 */
const ALIKE = 2 ** -11;
const FEW = 1024;
const MANY = 1e4;
const GROWTH = 0.3;
const MAX_DEVIATIONS = 16;
/**
 * Epsilons lie this far apart in standard deviations of the loss, further out so that their product is. Valid
 * at any: half of either lowers an epsilon by up to 0.03 %, twice as much raises one by up to 0.06 %.
 */
const STEP = 0.06;
const OUTER_STEP = 0.16;
/** Others, all over: twice or half as many move an epsilon by less than 5e-5 of itself. */
const EVEN_STEPS = 256;
/**
 * What may be left out of a law, of the least delta: twice or half of it moves an epsilon by less than 4e-10
 * of itself.
 */
const NEGLIGIBLE = 2 ** -6;

/**
 * Upper bounds of delta at rising epsilons, both directions alike, whatever the records are: the delta of the
 * worst of all cohorts, but for rounding and for what counts as alike.
 */
export function binaryResponseProfile(responses: BinaryResponses): ProfilePoint[] {
  const { localEpsilon, reports, leastDelta } = responses;
  const deviation = Math.min(localEpsilon, (2 * Math.sinh(localEpsilon / 2)) / Math.sqrt(reports));
  const epsilons = epsilonsOf(localEpsilon, deviation, leastDelta);
  const alike = Math.max(responses.alike ?? 0, alikeAmong(reports));
  const room = epsilons.map(
    (epsilon) => 1 + alike * (1 + Math.min(MAX_DEVIATIONS, epsilon / deviation) ** 2),
  );
  const worst = worstDeltas(responses, epsilons, room);
  const points = Array.from(epsilons, (epsilon, i) => ({
    epsilon,
    delta: Math.min(1, Math.max(leastDelta, roundedUp(worst[i]! * room[i]!, ROUNDING.fewOperations))),
  }));
  const end = points.findIndex(({ delta }) => delta <= leastDelta);
  // No report tells more than its own epsilon; the end is beyond what that rounds.
  const own = { epsilon: roundedUp(localEpsilon, ROUNDING.formula), delta: 0 };
  return [...(end < 0 ? points : points.slice(0, end + 1)), own];
}

/** The largest deltas of all cohorts, but for those that exceed them by no more than the room. */
function worstDeltas(
  { localEpsilon, reports, leastDelta }: BinaryResponses,
  epsilons: Float64Array,
  room: Float64Array,
): Float64Array {
  const users = reports - 1;
  const truth = 1 / (1 + Math.exp(-localEpsilon));
  const lie = 1 / (1 + Math.exp(localEpsilon));
  const deltasOf = (ones: number, zeros: number): Float64Array =>
    deltas(countOfOnes({ ones, zeros, truth, lie }, NEGLIGIBLE * leastDelta), { epsilons, localEpsilon });
  // The worst one is mostly this one, or near it.
  const worst = deltasOf(users, 0);
  /** Cohorts with at least `from` and at most `to` ones: the answers of those between are given away. */
  const raise = (from: number, to: number): void => {
    const found = deltasOf(from, users - to);
    if (found.every((delta, i) => delta < leastDelta || delta <= worst[i]! * room[i]!)) return;
    if (from === to) {
      found.forEach((delta, i) => {
        worst[i] = Math.max(worst[i]!, delta);
      });
      return;
    }
    const middle = from + Math.floor((to - from) / 2);
    raise(middle + 1, to);
    raise(from, middle);
  };
  raise(0, users);
  return worst;
}

function alikeAmong(reports: number): number {
  if (reports <= 2 * FEW) return ALIKE * Math.max(0, reports / FEW - 1);
  return ALIKE * Math.max(1, (reports / MANY) ** GROWTH);
}

/** Rising, the first 0, below that of a report. */
function epsilonsOf(localEpsilon: number, deviation: number, leastDelta: number): Float64Array {
  const deviations = 2 + 1.3 * Math.sqrt(-2 * Math.log(leastDelta));
  const found = Array.from({ length: EVEN_STEPS }, (_, i) => (i / EVEN_STEPS) * localEpsilon);
  for (let z = STEP; z < deviations && z * deviation < localEpsilon; z += Math.min(STEP, OUTER_STEP / z)) {
    found.push(z * deviation);
  }
  return Float64Array.from(found).sort();
}

interface Epsilons {
  readonly epsilons: Float64Array;
  readonly localEpsilon: number;
}

/**
 * The deltas of one cohort, rounded up: with q the probability of a lie and t = e^epsilon the largest
 *
 * q (e^eps0 - t) P(Y = m - 1) - (t - 1) P(Y >= m),
 *
 * which rises in m as long as P(Y = m) / P(Y = m - 1), which falls, exceeds (e^eps0 - t) / (t e^eps0 - 1).
 */
function deltas(counts: CountOfOnes, { epsilons, localEpsilon }: Epsilons): Float64Array {
  const { mass, tail, beyond, relativeError } = counts;
  const lie = 1 / (1 + Math.exp(localEpsilon));
  const error = 4 * relativeError + ROUNDING.longFormula;
  let i = 0;
  return epsilons.map((epsilon) => {
    const gap = Math.exp(epsilon) * Math.expm1(localEpsilon - epsilon);
    const sum = Math.expm1(epsilon + localEpsilon);
    while (i + 1 < mass.length && sum * mass[i + 1]! > gap * mass[i]!) i++;
    const own = lie * gap * mass[i]! * (1 + error);
    const rest = Math.expm1(epsilon) * (tail[i + 1] ?? 0) * (1 - error);
    return Math.min(1, Math.max(own - rest, beyond));
  });
}
