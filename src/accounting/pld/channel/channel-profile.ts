import type { ProfilePoint } from "../pairs/profile-pair.js";
import type { Matrix } from "./blanket-pairs.js";
import { shuffledChannel } from "./shuffled-channel.js";

/** First step of epsilon, in standard deviations of the log-likelihood ratio, and the growth of the steps, finer where the profile bends. */
const FIRST_STEP = 0.2;
const GROWTH = 1.1;
const FAR_GROWTH = 1.3;
const FAR = 7;
/** Far out, the profile ends where a step lowers it by less than this share: what is left is revealed. */
const LEAST_FALL = 1e-4;
const LARGEST_EPSILON = 40;
const ROUNDED_UP = 1 + 2 ** -48;

export interface ChannelRound {
  readonly matrix: Matrix;
  /** Of one report, may be infinite. */
  readonly epsilon: number;
  readonly reports: number;
  /** The share of the users that is drawn, without replacement, to report. */
  readonly samplingRate: number;
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/** Upper bounds of delta at rising epsilons, both directions alike, of shuffled reports of a sample of the users. */
export function channelProfile(round: ChannelRound): ProfilePoint[] {
  const { matrix, reports, samplingRate, leastDelta } = round;
  const channel = shuffledChannel(matrix, reports);
  const points: ProfilePoint[] = [];
  const sampled = (epsilon: number): number => Math.log1p(samplingRate * Math.expm1(epsilon)) * ROUNDED_UP;
  const highest = Math.min(LARGEST_EPSILON, round.epsilon);
  let before = Infinity;
  for (let epsilon = 0; epsilon < highest; epsilon = nextEpsilon(epsilon, channel.deviation)) {
    const delta = samplingRate * channel.deltaAt(epsilon);
    points.push({ epsilon: sampled(epsilon), delta: Math.min(1, delta * ROUNDED_UP) });
    if (delta < leastDelta) return points;
    if (epsilon >= FAR * channel.deviation && delta > before * (1 - LEAST_FALL)) break;
    before = delta;
  }
  if (round.epsilon < LARGEST_EPSILON) points.push({ epsilon: sampled(round.epsilon), delta: 0 });
  return points;
}

function nextEpsilon(epsilon: number, deviation: number): number {
  if (epsilon === 0) return FIRST_STEP * deviation;
  return epsilon * (epsilon < FAR * deviation ? GROWTH : FAR_GROWTH);
}
