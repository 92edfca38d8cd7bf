import { binomialTailRatio } from "../../../numerics/binomial-tail-ratio.js";
import { FAIR_COIN } from "../../../numerics/fair-coin.js";
import { logBinomialMass } from "../../../numerics/log-binomial-mass.js";
import { ROUNDING, roundedDown, roundedUp } from "../../../numerics/rounding.js";

/** Shuffled responses of two levels among uniform dummies. */
export interface HiddenResponses {
  /** epsilon_0, nats, (0, Infinity]; Infinity: users tell the truth. */
  readonly localEpsilon: number;
  /**
   * A, the mass of a user's own set under the uniform law, (0, 1/2]: one over the number of categories, or a
   * cap's share of the sphere.
   */
  readonly setMass: number;
  /** The other users' responses that count: 0 where the bound is to hold against all of them. */
  readonly others: number;
  /** D. */
  readonly dummies: number;
}

export interface DeltaBounds {
  readonly lower: number;
  readonly upper: number;
}

/** Of masses e^x with |x| <= 745, which err by 8e-13, and of sums of up to 20,000 of them. */
const MASSES_ERROR = ROUNDING.longSum;
/**
 * Standard deviations of the number of uniform reports around its mean, and the width of a band of numbers,
 * relatively. Valid at any two. Twice as many deviations lower a delta of 3e-24 by 3 % and none above 1e-20;
 * six raise one of 4e-20 threefold. Bands twice as wide raise a delta by some 2 %, and half as wide lower it
 * by 1 %.
 */
const REACH = 9;
const BAND_WIDTH = 1e-3;

/**
 * Section 6 of docs/theorems/dummies.md: bounds of its right side, an upper bound of delta at log(1 + excess)
 * of any records.
 *
 * @param excess t - 1 >= 0
 */
export function responseDelta(responses: HiddenResponses, excess: number): DeltaBounds {
  const { localEpsilon, setMass, others, dummies } = responses;
  const own = Math.exp(-localEpsilon);
  // beta and beta (R - 1), both divided by R in numerator and denominator.
  const scale = 1 / (own + setMass * (1 - own));
  const level = { uniform: own * scale, gap: (1 - own) * scale };
  const deltaOf = (uniform: number): DeltaBounds =>
    uniformReportsDelta({ reports: 1 + dummies + uniform, setMass, ...level }, excess);
  if (others === 0 || level.uniform === 0) return deltaOf(0);
  const law = { probability: level.uniform, complement: setMass * level.gap };
  const mean = others * law.probability;
  const deviation = Math.sqrt(mean * law.complement);
  const first = Math.max(0, Math.floor(mean - REACH * deviation - 40));
  const last = Math.min(others, Math.ceil(mean + REACH * deviation + 40));
  const width = Math.max(1, Math.floor(BAND_WIDTH * (dummies + mean)));
  let lower = 0;
  let upper = 0;
  for (let start = first; start <= last; start += width) {
    const end = Math.min(last, start + width - 1);
    let mass = 0;
    for (let count = start; count <= end; count++) mass += Math.exp(logBinomialMass(count, others, law));
    const atLeast = deltaOf(start);
    upper += mass * atLeast.upper;
    lower += mass * (end === start ? atLeast : deltaOf(end)).lower;
  }
  return {
    lower: roundedDown(lower, MASSES_ERROR),
    upper: Math.min(1, roundedUp(upper, MASSES_ERROR) + tailOf(first, last, others, law) * deltaOf(0).upper),
  };
}

type Probability = { readonly probability: number; readonly complement: number };

/** An upper bound of the mass outside: geometric series from the nearest counts on. */
function tailOf(first: number, last: number, trials: number, law: Probability): number {
  const odds = law.probability / law.complement;
  const below =
    first === 0
      ? 0
      : Math.exp(logBinomialMass(first - 1, trials, law)) / (1 - (first - 1) / ((trials - first + 2) * odds));
  const above =
    last === trials
      ? 0
      : Math.exp(logBinomialMass(last + 1, trials, law)) / (1 - ((trials - last - 1) * odds) / (last + 2));
  return roundedUp(below + above, MASSES_ERROR);
}

/** Reports relative to uniform ones: the changed user's is one of them. */
interface UniformReports {
  /** T. */
  readonly reports: number;
  readonly setMass: number;
  /** beta. */
  readonly uniform: number;
  /** beta (R - 1). */
  readonly gap: number;
}

/** (1 / T) E[(gap (i - t j) - T beta (t - 1))_+]. */
function uniformReportsDelta(
  { reports, setMass, uniform, gap }: UniformReports,
  excess: number,
): DeltaBounds {
  const threshold = (reports * uniform * excess) / gap;
  const law = { probability: 2 * setMass, complement: 1 - 2 * setMass };
  const isAll = law.complement === 0;
  const mean = Math.round(reports * law.probability);
  let sum = 0;
  let error = 0;
  let missed = 0;
  const add = (count: number, mass: number): void => {
    const { value, size } = givenCount(count, excess, threshold);
    sum += mass * value;
    error += mass * size * MASSES_ERROR;
  };
  if (isAll) add(reports, 1);
  for (const direction of isAll ? [] : [1, -1]) {
    for (let count = mean + (direction === 1 ? 1 : 0); count >= 1 && count <= reports; count += direction) {
      const mass = Math.exp(logBinomialMass(count, reports, law));
      add(count, mass);
      // So far out masses fall faster than by 1 - (count - mean) / variance, and the distance exceeds the
      // deviation; none contributes more than its count.
      const next = count + direction;
      const left = 2 * mass * reports * Math.max(1, Math.abs(next - mean));
      if (left < 1e-16 * sum || mass === 0) {
        missed += left + Number.MIN_VALUE;
        break;
      }
    }
  }
  const factor = gap / reports;
  return {
    lower: roundedDown(Math.max(0, factor * (sum - error)), MASSES_ERROR),
    upper: Math.min(1, roundedUp(factor * (sum + error + missed), MASSES_ERROR)),
  };
}

/**
 * E[(i - t (count - i) - threshold)_+], i ~ Bin(count, 1/2), and the size of the terms that it is a
 * difference of.
 */
function givenCount(
  count: number,
  excess: number,
  threshold: number,
): { readonly value: number; readonly size: number } {
  const t = 1 + excess;
  const atLeast = Math.floor((threshold + t * count) / (1 + t)) + 1;
  if (atLeast > count) return { value: 0, size: 0 };
  const mass = Math.exp(logBinomialMass(atLeast - 1, count - 1, FAIR_COIN));
  const beyond =
    atLeast === count ? 0 : ((count - atLeast) / atLeast) * binomialTailRatio(atLeast, count - 1, FAIR_COIN);
  const gain = (mass * (count - threshold)) / 2;
  const loss = mass * beyond * ((excess * count) / 2 + threshold);
  return { value: gain - loss, size: gain + loss + mass * count };
}
