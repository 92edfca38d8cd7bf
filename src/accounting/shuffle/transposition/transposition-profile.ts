import type { ProfilePoint } from "../../../pld/pairs/profile-pair.js";
import type { CountBand } from "../../rounds/check-in-bands.js";
import { exactExcess } from "./exact-excess.js";
import { hiddenTransposition, type ShuffleBound } from "./hidden-transposition.js";
import { jointProfile } from "./joint-profile.js";
import { type Neighbours, recordToZero, replacedRecord, varianceOf, zeroToRecord } from "./neighbours.js";

/**
 * The first epsilon, in standard deviations of the mean likelihood ratio, and the growth to the next ones:
 * powers of it for any number of reports, so that figures for similar numbers can be compared. Valid at any
 * value: half the first lowers an epsilon by up to 2e-4 of itself, twice as much raises it by up to 0.2 %.
 * Half the growth moves it by -1.2 % to +1.3 %, twice the growth raises it by up to 11 %.
 */
const FIRST_STEP = 0.25;
const GROWTH = 1.1;

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
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled Gaussian reports of a uniform
 * sample of the users.
 *
 * @see docs/theorems/hidden-transposition.md, section 6
 */
export function transpositionProfile(options: TranspositionOptions): ProfilePoint[] {
  const { radius, toZero, bands, leastDelta } = options;
  if (bands.length === 0) return [];
  const bound = hiddenTransposition(radius, Math.min(...bands.map(({ reports }) => reports)));
  const replaced = replacedRecord(2 * radius);
  const changed = toZero ? [recordToZero(radius), zeroToRecord(radius)] : [replaced];
  const main = bands.reduce((best, band) => (band.weight > best.weight ? band : best));
  const deviation = Math.sqrt(varianceOf(changed[0]!, 1));
  const curves = bands.map(({ weight }) => ({ weight, gains: [] as number[], deltas: [] as number[] }));
  for (const epsilon of risingEpsilons(deviation, main.reports)) {
    const excess = exactExcess(Math.expm1(epsilon));
    const deltas = sampledDeltas(bound, { changed, replaced, excess, bands });
    curves.forEach(({ gains, deltas: before }, i) => {
      gains.push(bands[i]!.samplingRate * excess);
      before.push(deltas[i]!);
    });
    if (bands.reduce((sum, { weight }, i) => sum + weight * deltas[i]!, 0) < leastDelta) break;
  }
  return jointProfile(curves);
}

interface SampledQuestion {
  /** The pairs of neighbouring records, in both directions. */
  readonly changed: readonly Neighbours[];
  /** A record and any other one. */
  readonly replaced: Neighbours;
  /** x - 1 of the mechanism that is sampled. */
  readonly excess: number;
  readonly bands: readonly CountBand[];
}

/**
 * With q the sampling rate and x' = 1 + q (x - 1): delta' <= q ((1 - b) H_replaced(x) + b H_changed(x)), b =
 * x'/x, of each band. The sample without the changed user differs from either data set's by a replaced
 * record.
 */
function sampledDeltas(bound: ShuffleBound, { changed, replaced, excess, bands }: SampledQuestion): number[] {
  const x = 1 + excess;
  const reports = bands.map((band) => band.reports);
  const directions = changed.map((neighbours) => bound(neighbours, x, reports));
  const others = changed.includes(replaced) ? directions[0]! : bound(replaced, x, reports);
  return bands.map(({ samplingRate }, i) => {
    const divergence = Math.max(...directions.map((deltas) => deltas[i]!));
    const share = (1 + samplingRate * excess) / x;
    return samplingRate * ((1 - share) * others[i]! + share * divergence);
  });
}

/**
 * 0 and deviation times powers of GROWTH, from about the FIRST_STEP of the mean of this number of reports on,
 * a multiple of 8: for similar numbers the same.
 */
function* risingEpsilons(deviation: number, reports: number): Iterable<number> {
  yield 0;
  const first = Math.floor(Math.log(FIRST_STEP / Math.sqrt(reports)) / Math.log(GROWTH) / 8) * 8;
  for (let power = first; ; power++) {
    const epsilon = deviation * GROWTH ** power;
    if (epsilon >= 40) return; // what is left is revealed
    yield epsilon;
  }
}
