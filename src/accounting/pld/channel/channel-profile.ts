import type { ProfilePoint } from "../pairs/profile-pair.js";
import type { Matrix } from "./blanket-pairs.js";
import { shuffledChannel } from "./shuffled-channel.js";

/** First step of epsilon, in standard deviations of the log-likelihood ratio, and the growth of the steps. */
const FIRST_STEP = 0.2;
const GROWTH = 1.1;
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
  for (
    let epsilon = 0;
    epsilon < highest;
    epsilon = epsilon === 0 ? FIRST_STEP * channel.deviation : epsilon * GROWTH
  ) {
    const delta = samplingRate * channel.deltaAt(epsilon);
    points.push({ epsilon: sampled(epsilon), delta: Math.min(1, delta * ROUNDED_UP) });
    if (delta < leastDelta) return points;
    if (channel.deviation === 0) break;
  }
  if (round.epsilon < LARGEST_EPSILON) points.push({ epsilon: sampled(round.epsilon), delta: 0 });
  return points;
}
