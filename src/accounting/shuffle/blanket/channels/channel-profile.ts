import type { ProfilePoint } from "../../../../pld/pairs/profile-pair.js";
import type { CountBand } from "../../../rounds/check-in-bands.js";
import { type KnownReport, shuffledReports } from "./shuffled-reports.js";

/** Epsilons are powers of it: the same ones for all numbers of users and shares of them, whose profiles can then be compared point by point. */
const GROWTH = 1.1;
/** In standard deviations of the log-likelihood ratio: about the first epsilon, and where the profile has bent; beyond, every second power is enough. */
const FIRST = 0.2;
const FAR = 7;
const FAR_STRIDE = 2;
/** The longest step of the report's own epsilon, of one band. */
const MAX_STEP = 0.5;
/** Steps are up to so many times as long while delta falls by no larger a share over them. */
const MAX_STRIDE = 8;
const FLAT = 2 ** -16;
/** The profile ends where it may fall by no larger share: what is left is revealed. */
const MIN_FALL = 2 ** -22;
const MAX_EPSILON = 40;
/** Bands that cost no larger a share, though nobody hid their reports, count as if nobody did. */
const NEGLIGIBLE = 2 ** -14;
/** Larger epsilons of a band count as this one: delta falls, so that it is a bound there. */
const MAX_BAND_EPSILON = 700;
/** More than the epsilons of the bands round, of which the sample's may be a fortieth. */
const ROUNDED_UP = 1 + 2 ** -44;
/** More than a logarithm rounds, and less than the distance of two powers. */
const ROUNDING = 1e-6;

export interface ChannelRound {
  readonly report: KnownReport;
  /** Of one report, may be infinite. */
  readonly epsilon: number;
  /** How many of the users report: drawn without replacement, with their number in public. */
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/** Upper bounds of delta at rising epsilons, both directions alike, of shuffled reports of a sample of the users. */
export function channelProfile(round: ChannelRound): ProfilePoint[] {
  const { report, epsilon: own, bands, leastDelta } = round;
  if (bands.length === 0) return [{ epsilon: 0, delta: 0 }];
  const main = bands.reduce((best, band) => (band.weight > best.weight ? band : best));
  const { deviation } = shuffledReports(report, main.reports);
  const deltaAt = deltaOfSample(round);
  const points: ProfilePoint[] = [];
  const highest = highestOf(round);
  const longestStep = MAX_STEP * bands.length;
  const lasting = deltaAt(highest);
  const nextAfter = (sampled: number, stride: number): number => {
    const epsilon = Math.log1p(Math.expm1(sampled) / main.samplingRate);
    const wanted = nextWanted(epsilon, deviation, longestStep, stride);
    return nextPower(sampled, Math.log1p(main.samplingRate * Math.expm1(wanted)));
  };
  let [last, before, stride] = [-Infinity, Infinity, 1];
  for (let sampled = 0; sampled < highest && sampled > last; ) {
    const delta = deltaAt(sampled);
    const isFlat = delta >= before * (1 - FLAT);
    if (isFlat || stride === 1) {
      points.push({ epsilon: sampled * ROUNDED_UP, delta: Math.min(1, delta * ROUNDED_UP) });
      if (delta < leastDelta) return points;
      if (delta * (1 - MIN_FALL) < lasting) break;
      [last, before] = [sampled, delta];
    }
    stride = isFlat ? Math.min(MAX_STRIDE, 2 * stride) : 1;
    if (nextAfter(last, stride) >= highest) stride = 1;
    sampled = nextAfter(last, stride); // no larger where epsilons leave the doubles
  }
  const left = own < MAX_EPSILON ? 0 : Math.min(1, lasting * ROUNDED_UP);
  return [...points, { epsilon: highest * ROUNDED_UP, delta: left }];
}

/** Where the profile ends: at the sample's own epsilon, or the same for all numbers of users. */
function highestOf({ epsilon: own, bands }: ChannelRound): number {
  if (own >= MAX_EPSILON) return MAX_EPSILON;
  const largestRate = bands.reduce((rate, band) => Math.max(rate, band.samplingRate), 0);
  return Math.log1p(largestRate * Math.expm1(own));
}

/** delta of the sample at an epsilon: the mean over the bands. */
function deltaOfSample({ report, epsilon: own, bands }: ChannelRound): (sampled: number) => number {
  const unhidden = shuffledReports(report, 1);
  const byShare = bands
    .map(({ reports, weight, samplingRate }) => {
      return { samplingRate, share: weight * samplingRate, channel: shuffledReports(report, reports) };
    })
    .sort((a, b) => b.share - a.share);
  return (sampled) => {
    const gain = Math.expm1(sampled);
    return byShare.reduce((sum, { share, samplingRate, channel }) => {
      const epsilon = Math.min(MAX_BAND_EPSILON, Math.log1p(gain / samplingRate));
      if (epsilon >= own) return sum;
      const most = share * unhidden.deltaAt(epsilon);
      return sum + (most <= NEGLIGIBLE * sum ? most : share * channel.deltaAt(epsilon));
    }, 0);
  };
}

function nextWanted(epsilon: number, deviation: number, longestStep: number, stride: number): number {
  if (epsilon === 0) return FIRST * deviation;
  const growth = GROWTH ** (stride * (epsilon < FAR * deviation ? 1 : FAR_STRIDE));
  return Math.min(growth * epsilon, epsilon + longestStep);
}

/** The next power after `from` whose exponent is a multiple of a power of two, the largest that does not exceed what is wanted. */
function nextPower(from: number, wanted: number): number {
  const [before, last] = [exponentOf(from), exponentOf(wanted)];
  if (from === 0) return GROWTH ** Math.floor(last);
  const stride = 2 ** Math.floor(Math.log2((last - before) * (1 + ROUNDING)));
  return GROWTH ** (stride * (Math.floor(before / stride + ROUNDING) + 1));
}

function exponentOf(epsilon: number): number {
  return Math.log(epsilon) / Math.log(GROWTH);
}
