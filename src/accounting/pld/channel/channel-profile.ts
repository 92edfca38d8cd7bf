import type { CountBand } from "../../core/check-in-bands.js";
import type { ProfilePoint } from "../pairs/profile-pair.js";
import { type KnownReport, shuffledReports } from "./shuffled-reports.js";

/** Epsilons are powers of it: the same ones for all numbers of users, whose profiles can then be compared point by point. */
const GROWTH = 1.1;
/** In standard deviations of the log-likelihood ratio: about the first epsilon, and where the profile has bent; beyond, every third power is enough. */
const FIRST = 0.2;
const FAR = 7;
const FAR_STRIDE = 3;
/** The longest step of epsilon, of one band; beyond it, its multiples are taken. */
const LONGEST_STEP = 0.5;
/** Far out, the profile ends where so many steps lower it by less than this share: what is left is revealed. */
const LEAST_FALL = 1e-4;
const FLAT_STEPS = 3;
const LARGEST_EPSILON = 40;
/** Bands that cost no larger a share, though nobody hid their reports, count as if nobody did. */
const NEGLIGIBLE = 2 ** -27;
const ROUNDED_UP = 1 + 2 ** -48;
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
export function channelProfile({ report, epsilon: own, bands, leastDelta }: ChannelRound): ProfilePoint[] {
  if (bands.length === 0) return [{ epsilon: 0, delta: 0 }];
  const channels = bands.map(({ reports }) => shuffledReports(report, reports));
  const main = bands.reduce((best, band, i) => (band.weight > bands[best]!.weight ? i : best), 0);
  const { samplingRate } = bands[main]!;
  const { deviation } = channels[main]!;
  const unhidden = shuffledReports(report, 1);
  const byShare = bands
    .map((band, i) => ({ ...band, share: band.weight * band.samplingRate, channel: channels[i]! }))
    .sort((a, b) => b.share - a.share);
  const deltaAt = (gain: number): number =>
    byShare.reduce((sum, { share, samplingRate: rate, channel }) => {
      const epsilon = Math.log1p(gain / rate);
      if (epsilon >= own) return sum;
      const most = share * unhidden.deltaAt(epsilon);
      return sum + (most <= NEGLIGIBLE * sum ? most : share * channel.deltaAt(epsilon));
    }, 0);
  const points: ProfilePoint[] = [];
  const highest = Math.min(LARGEST_EPSILON, own);
  const longestStep = LONGEST_STEP * bands.length;
  let [before, flatSteps] = [Infinity, 0];
  for (let epsilon = 0; epsilon < highest; epsilon = nextEpsilon(epsilon, deviation, longestStep)) {
    const gain = samplingRate * Math.expm1(epsilon);
    const delta = deltaAt(gain);
    points.push({ epsilon: Math.log1p(gain) * ROUNDED_UP, delta: Math.min(1, delta * ROUNDED_UP) });
    if (delta < leastDelta) return points;
    flatSteps = epsilon >= FAR * deviation && delta > before * (1 - LEAST_FALL) ? flatSteps + 1 : 0;
    if (flatSteps === FLAT_STEPS) break;
    before = Math.min(before, delta);
  }
  if (own >= LARGEST_EPSILON) return points;
  const largestRate = bands.reduce((rate, band) => Math.max(rate, band.samplingRate), 0);
  return [...points, { epsilon: Math.log1p(largestRate * Math.expm1(own)) * ROUNDED_UP, delta: 0 }];
}

function nextEpsilon(epsilon: number, deviation: number, longestStep: number): number {
  if (epsilon === 0) return GROWTH ** Math.floor(powerOf(FIRST * deviation));
  const stride = epsilon < FAR * deviation ? 1 : FAR_STRIDE;
  const next = GROWTH ** (stride * (Math.floor(powerOf(epsilon) / stride + ROUNDING) + 1));
  const multiple = longestStep * (Math.floor(epsilon / longestStep) + 1);
  return next - epsilon > longestStep ? multiple : next;
}

function powerOf(epsilon: number): number {
  return Math.log(epsilon) / Math.log(GROWTH);
}
