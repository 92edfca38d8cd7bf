import { memoize } from "../../../numerics/memoize.js";
import { FailingReports } from "../../clones/failing-reports.js";
import type { CountBand } from "../../core/check-in-bands.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import { MAX_REPORTS } from "../../pld/shuffle-ranges.js";
import { gaussianDelta } from "../../theorems/gaussian.js";

/** From point to point delta falls by about this factor, or more where that would be too many points. */
const DELTA_RATIO = 1.15;
const MOST_POINTS = 400;
/** The first step of epsilon, in 1 / noiseMultiplier over the root of the reports, and how much longer or shorter the next may be. */
const FIRST_STEP = 1e-3;
const LARGEST_GROWTH = 1.2;
/** e^epsilon must stay a double. */
const LARGEST_EPSILON = 600;
/** Local epsilons are multiples of this share of 1 / noiseMultiplier. */
const LOCAL_STEP = 0.06;
const MOST_LOCAL_STEPS = 800;
const STRIDES = [27, 9, 3, 1];
/** Relative width of the cells of clones, and what their tails may add relative to the least delta. */
const PRECISION = 2 ** -13;
const TAILS = 2 ** -20;
const CACHE_SIZE = 64;

export interface GaussianClones {
  /** Standard deviation of a report's noise / largest distance of two records. */
  readonly noiseMultiplier: number;
  /** How many of the users report. */
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled Gaussian reports of a uniform sample of the users: at every epsilon by
 * the clones of the (epsilon, delta) that suits it best, among those that a report has.
 *
 * @see docs/theorems/clones-gaussian.md
 */
export const gaussianClonesProfile: (options: GaussianClones) => ProfilePoint[] = memoize(profileOf, {
  key: (options) => JSON.stringify(options),
  capacity: CACHE_SIZE,
});

function profileOf({ noiseMultiplier, bands, leastDelta }: GaussianClones): ProfilePoint[] {
  if (bands.length === 0) return [{ epsilon: 0, delta: 0 }];
  const deltas = bands.map((band) => shuffledDelta(noiseMultiplier, band, leastDelta));
  const main = bands.reduce((best, band) => (band.weight > best.weight ? band : best));
  const ratio = Math.log(Math.max(DELTA_RATIO, leastDelta ** (-1 / MOST_POINTS)));
  const deltaAt = (gain: number): number =>
    bands.reduce((sum, { weight, samplingRate }, i) => {
      return sum + weight * samplingRate * deltas[i]!(Math.log1p(gain / samplingRate));
    }, 0);
  const points: ProfilePoint[] = [];
  let step = FIRST_STEP / (noiseMultiplier * Math.sqrt(counted(main.reports)));
  let last = Infinity;
  for (let epsilon = 0; epsilon < LARGEST_EPSILON && points.length < 2 * MOST_POINTS; epsilon += step) {
    const gain = main.samplingRate * Math.expm1(epsilon);
    const delta = Math.min(1, deltaAt(gain) * (1 + 2 ** -48));
    points.push({ epsilon: Math.log1p(gain) * (1 + 2 ** -48), delta });
    if (delta <= leastDelta) break;
    if (epsilon > 0) step *= delta < last ? growth(ratio / Math.log(last / delta)) : LARGEST_GROWTH;
    last = delta;
  }
  return points;
}

/** More reports hide better: what they would add is left out. */
function counted(reports: number): number {
  return Math.min(reports, MAX_REPORTS);
}

function growth(wanted: number): number {
  return Math.min(LARGEST_GROWTH, Math.max(1 / LARGEST_GROWTH, wanted));
}

/** delta(epsilon) of the shuffled reports of a band, called with rising epsilons. */
function shuffledDelta(
  noiseMultiplier: number,
  { reports: all, samplingRate }: CountBand,
  leastDelta: number,
): (epsilon: number) => number {
  const users = counted(all);
  const accuracy = { leastDelta: (leastDelta / samplingRate) * TAILS, precision: PRECISION };
  const clonesAt = memoize((steps: number) => {
    const localEpsilon = (steps * LOCAL_STEP) / noiseMultiplier;
    const localDelta = gaussianDelta({ epsilon: localEpsilon, noiseMultiplier });
    return new FailingReports({ localEpsilon, users }, localDelta, accuracy);
  });
  let best = 1;
  return (epsilon) => {
    const own = gaussianDelta({ epsilon, noiseMultiplier });
    best = leastNearby((steps) => clonesAt(steps).guessAt(epsilon, own), best);
    return Math.min(own, clonesAt(best).deltaAt(epsilon, own).upper);
  };
}

/** A minimum of a function of integers from 1 on, near to `start`. */
function leastNearby(valueAt: (integer: number) => number, start: number): number {
  let best = start;
  let least = valueAt(start);
  for (const stride of STRIDES) {
    for (const direction of [stride, -stride]) {
      for (;;) {
        const next = best + direction;
        if (next < 1 || next > MOST_LOCAL_STEPS) break;
        const value = valueAt(next);
        if (value >= least) break;
        [best, least] = [next, value];
      }
    }
  }
  return best;
}
