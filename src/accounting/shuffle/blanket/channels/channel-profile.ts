import { ROUNDING, roundedUp } from "../../../../numerics/rounding.js";
import type { ProfilePoint } from "../../../../pld/pairs/profile-pair.js";
import type { CountBand } from "../../../rounds/check-in-bands.js";
import { MAX_EPSILON } from "./channel-curve.js";
import { type KnownReport, ownEpsilon, shuffledReports } from "./shuffled-reports.js";

/**
 * Epsilons are powers of it: the same ones for all numbers of users and shares of them, so that their
 * profiles can be compared point by point. Valid at any value, as all points here are: half the growth
 * lowers an epsilon by up to 0.3 %, twice the growth raises it by up to 1.1 %.
 */
const GROWTH = 1.1;
/**
 * More than a logarithm rounds, and less than the distance of two powers: a thousandth or a hundred times as
 * much changes no epsilon.
 */
const POWER_ERROR = 1e-6;

export interface ChannelRound {
  readonly report: KnownReport;
  /** How many of the users report: drawn without replacement, with their number in public. */
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled reports of a sample of the
 * users.
 */
export function channelProfile(round: ChannelRound): ProfilePoint[] {
  const { report, bands, leastDelta } = round;
  if (bands.length === 0) return [{ epsilon: 0, delta: 0 }];
  const main = bands.reduce((best, band) => (band.weight > best.weight ? band : best));
  const { deviation } = shuffledReports(report, main.reports);
  const deltaAt = deltaOfSample(round);
  const points: ProfilePoint[] = [];
  const highest = highestOf(round);
  // Steps of one band's own epsilon are at most half a nat.
  const longestStep = 0.5 * bands.length;
  const lasting = deltaAt(highest);
  const nextAfter = (sampled: number, stride: number): number => {
    const epsilon = Math.log1p(Math.expm1(sampled) / main.samplingRate);
    const wanted = nextWanted(epsilon, deviation, longestStep, stride);
    return nextPower(sampled, Math.log1p(main.samplingRate * Math.expm1(wanted)));
  };
  let last = -Infinity;
  let before = Infinity;
  let stride = 1;
  for (let sampled = 0; sampled < highest && sampled > last; ) {
    const delta = deltaAt(sampled);
    // Steps double, up to eightfold, while delta hardly falls over them.
    const isFlat = delta >= before * (1 - 2 ** -16);
    if (isFlat || stride === 1) {
      points.push({ epsilon: up(sampled), delta: Math.min(1, up(delta)) });
      if (delta < leastDelta) return points;
      if (delta * (1 - 2 ** -22) < lasting) break; // what is left is revealed
      last = sampled;
      before = delta;
    }
    stride = isFlat ? Math.min(8, 2 * stride) : 1;
    if (nextAfter(last, stride) >= highest) stride = 1;
    sampled = nextAfter(last, stride); // no larger where epsilons leave the doubles
  }
  const left = ownEpsilon(report) < MAX_EPSILON ? 0 : Math.min(1, up(lasting));
  return [...points, { epsilon: up(highest), delta: left }];
}

/** More than the epsilons of the bands round, of which the sample's may be a fortieth. */
function up(value: number): number {
  return roundedUp(value, ROUNDING.longFormula);
}

/** Where the profile ends: at the sample's own epsilon, or the same for all numbers of users. */
function highestOf({ report, bands }: ChannelRound): number {
  const own = ownEpsilon(report);
  if (own >= MAX_EPSILON) return MAX_EPSILON;
  const largestRate = bands.reduce((rate, band) => Math.max(rate, band.samplingRate), 0);
  return Math.log1p(largestRate * Math.expm1(own));
}

/** delta of the sample at an epsilon: the mean over the bands. */
function deltaOfSample({ report, bands }: ChannelRound): (sampled: number) => number {
  const own = ownEpsilon(report);
  const unhidden = shuffledReports(report, 1);
  const byShare = bands
    .map(({ reports, weight, samplingRate }) => {
      return { samplingRate, share: weight * samplingRate, channel: shuffledReports(report, reports) };
    })
    .sort((a, b) => b.share - a.share);
  return (sampled) => {
    const gain = Math.expm1(sampled);
    return byShare.reduce((sum, { share, samplingRate, channel }) => {
      // A larger epsilon counts as 700: delta falls, so that it is a bound there.
      const epsilon = Math.min(700, Math.log1p(gain / samplingRate));
      if (epsilon >= own) return sum;
      const most = share * unhidden.deltaAt(epsilon);
      // A band that costs no larger a share, though nobody hid its reports, counts as if nobody did.
      return sum + (most <= 2 ** -14 * sum ? most : share * channel.deltaAt(epsilon));
    }, 0);
  };
}

function nextWanted(epsilon: number, deviation: number, longestStep: number, stride: number): number {
  if (epsilon === 0) return 0.2 * deviation;
  // Where the profile has bent, every second power is enough.
  const growth = GROWTH ** (stride * (epsilon < 7 * deviation ? 1 : 2));
  return Math.min(growth * epsilon, epsilon + longestStep);
}

/**
 * The next power after `from` whose exponent is a multiple of a power of two, the largest that does not
 * exceed what is wanted.
 */
function nextPower(from: number, wanted: number): number {
  const before = exponentOf(from);
  const last = exponentOf(wanted);
  if (from === 0) return GROWTH ** Math.floor(last);
  const stride = 2 ** Math.floor(Math.log2((last - before) * (1 + POWER_ERROR)));
  return GROWTH ** (stride * (Math.floor(before / stride + POWER_ERROR) + 1));
}

function exponentOf(epsilon: number): number {
  return Math.log(epsilon) / Math.log(GROWTH);
}
