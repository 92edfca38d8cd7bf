import type { ProfilePoint } from "../pairs/profile-pair.js";
import { hiddenTransposition } from "./hidden-transposition.js";
import type { RecordDomain } from "./mean-exceedance.js";
import { type Neighbours, recordToZero, replacedRecord, varianceOf, zeroToRecord } from "./neighbours.js";

/** First step of epsilon, in standard deviations of the mean likelihood ratio, and the growth of the steps, finer where the profile bends. */
const FIRST_STEP = 0.25;
const GROWTH = 1.16;
const FAR_GROWTH = 1.3;
const FAR = 8;
const LARGEST_EPSILON = 40;

export interface TranspositionOptions {
  readonly domain: RecordDomain;
  /** Whether one of the neighbouring data sets has the zero record, the ball's centre, in place of the changed user's. */
  readonly toZero: boolean;
  readonly reports: number;
  /** The share of the users who report. */
  readonly samplingRate: number;
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled Gaussian reports of a uniform sample of the users.
 *
 * With a report's sampling rate q, x the unsampled ratio and x' = 1 + q (x - 1) the sampled one, delta' <= q ((1 - b) H_replace(x) + b H(x)),
 * b = x'/x: the sample without the changed user differs from either data set's by a replaced record.
 *
 * @see docs/theorems/hidden-transposition.md; Balle, Barthe, Gaboardi 2018, Theorem 2
 */
export function transpositionProfile(options: TranspositionOptions): ProfilePoint[] {
  const { domain, toZero, reports, samplingRate, leastDelta } = options;
  const bound = hiddenTransposition(domain, reports);
  const replaced = replacedRecord(domain.diameter);
  const radius = domain.diameter / 2;
  const changed: Neighbours[] = toZero ? [recordToZero(radius), zeroToRecord(radius)] : [replaced];
  const unit = Math.sqrt(varianceOf(changed[0]!, 1) / reports);
  const points: ProfilePoint[] = [];
  for (let epsilon = 0; epsilon < LARGEST_EPSILON; epsilon = nextEpsilon(epsilon, unit)) {
    const x = Math.exp(epsilon);
    const sampled = 1 + samplingRate * Math.expm1(epsilon);
    const share = sampled / x;
    const divergence = Math.max(...changed.map((neighbours) => bound(neighbours, x)));
    const other = toZero && share < 1 ? bound(replaced, x) : divergence;
    const delta = Math.min(1, samplingRate * ((1 - share) * other + share * divergence) * (1 + 2 ** -50));
    points.push({ epsilon: Math.log1p(samplingRate * Math.expm1(epsilon)) * (1 + 2 ** -50), delta });
    if (delta < leastDelta) break;
  }
  return points;
}

function nextEpsilon(epsilon: number, unit: number): number {
  if (epsilon === 0) return FIRST_STEP * unit;
  return epsilon * (epsilon < FAR * unit ? GROWTH : FAR_GROWTH);
}
