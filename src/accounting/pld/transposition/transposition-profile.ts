import type { CountBand } from "../../core/check-in-bands.js";
import type { ProfilePoint } from "../pairs/profile-pair.js";
import { hiddenTransposition, type ShuffleBound } from "./hidden-transposition.js";
import { type Neighbours, recordToZero, replacedRecord, varianceOf, zeroToRecord } from "./neighbours.js";

/** First step of epsilon, in standard deviations of the mean likelihood ratio, and the growth of the steps, finer where the profile bends. */
const FIRST_STEP = 0.25;
const GROWTH = 1.16;
const FAR_GROWTH = 1.3;
const FAR = 8;
const LARGEST_EPSILON = 40;
/** More reports hide better: what they would add is left out. */
const MOST_REPORTS = 4e6;

export interface TranspositionOptions {
  /** The largest norm of a record, in standard deviations of a report's noise. */
  readonly radius: number;
  /** Whether one of the neighbouring data sets has the zero record in place of the changed user's. */
  readonly toZero: boolean;
  /** How many of the users report. */
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled Gaussian reports of a uniform sample of the users.
 *
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function transpositionProfile(options: TranspositionOptions): ProfilePoint[] {
  const { radius, toZero, bands, leastDelta } = options;
  if (bands.length === 0) return [];
  const bound = hiddenTransposition(radius, Math.min(MOST_REPORTS, ...bands.map(({ reports }) => reports)));
  const replaced = replacedRecord(2 * radius);
  const changed = toZero ? [recordToZero(radius), zeroToRecord(radius)] : [replaced];
  const main = bands.reduce((best, band) => (band.weight > best.weight ? band : best));
  const unit = Math.sqrt(varianceOf(changed[0]!, 1) / Math.min(main.reports, MOST_REPORTS));
  const points: ProfilePoint[] = [];
  for (let epsilon = 0; epsilon < LARGEST_EPSILON; epsilon = nextEpsilon(epsilon, unit)) {
    const gain = main.samplingRate * Math.expm1(epsilon);
    const delta = bands.reduce(
      (sum, band) => sum + band.weight * sampledDelta(bound, { changed, replaced, gain, band }),
      0,
    );
    points.push({ epsilon: Math.log1p(gain) * (1 + 2 ** -48), delta: Math.min(1, delta * (1 + 2 ** -48)) });
    if (delta < leastDelta) break;
  }
  return points;
}

interface SampledQuestion {
  /** The pairs of neighbouring records, in both directions. */
  readonly changed: readonly Neighbours[];
  /** A record and any other one. */
  readonly replaced: Neighbours;
  /** x' - 1 of the sampled mechanism. */
  readonly gain: number;
  readonly band: CountBand;
}

/**
 * With q the sampling rate and x' = 1 + q (x - 1): delta' <= q ((1 - b) H_replaced(x) + b H_changed(x)), b = x'/x. The sample without the
 * changed user differs from either data set's by a replaced record.
 */
function sampledDelta(bound: ShuffleBound, { changed, replaced, gain, band }: SampledQuestion): number {
  const { samplingRate } = band;
  const reports = Math.min(band.reports, MOST_REPORTS);
  const x = 1 + gain / samplingRate;
  const divergence = Math.max(...changed.map((neighbours) => bound(neighbours, x, reports)));
  if (changed.includes(replaced)) return samplingRate * divergence;
  const share = (1 + gain) / x;
  const other = share < 1 ? bound(replaced, x, reports) : 0;
  return samplingRate * ((1 - share) * other + share * divergence);
}

function nextEpsilon(epsilon: number, unit: number): number {
  if (epsilon === 0) return FIRST_STEP * unit;
  return epsilon * (epsilon < FAR * unit ? GROWTH : FAR_GROWTH);
}
