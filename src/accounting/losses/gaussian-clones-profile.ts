import { memoize } from "../../numerics/memoize.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import type { CountBand } from "../rounds/check-in-bands.js";
import { oneShareOfMany } from "../rounds/one-share-of-many.js";
import { FailingReports } from "../shuffle/clones/failing-reports.js";
import { MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { gaussianDelta } from "../theorems/gaussian.js";

/** From point to point delta falls by about this factor, or more where that would be too many points. */
const DELTA_RATIO = 1.15;
const MAX_POINTS = 400;
/** The first step of epsilon, in 1 / noiseMultiplier over the root of the reports, and how much longer or shorter the next may be. */
const FIRST_STEP = 1e-3;
const LONGER = 1.2;
const SHORTER = 0.5;
/** A step over which delta falls by so many times the wanted logarithm is taken again at half its length, unless that is next to nothing of 1 / noiseMultiplier. */
const CLIFF = 3;
const MIN_HALVED = 0.02;
/** e^epsilon must stay a double. */
const MAX_EPSILON = 600;
/** Local epsilons are multiples of this share of 1 / noiseMultiplier. */
const LOCAL_STEP = 0.06;
const MAX_LOCAL_STEPS = 800;
const STRIDES = [9, 1];
/** Relative width of the cells of clones, and what their tails may add relative to the least delta. */
const PRECISION = 2 ** -11;
const TAILS = 2 ** -20;
/** From so many reports on, a band is so narrow that its smaller share of the users does not count. */
const MANY_REPORTS = 1e6;
/** Bands of about as many reports. */
const KINDS_PER_DOUBLING = 4;
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

function profileOf({ noiseMultiplier, bands: all, leastDelta }: GaussianClones): ProfilePoint[] {
  const bands = oneShareOfMany(all, MANY_REPORTS);
  if (bands.length === 0) return [{ epsilon: 0, delta: 0 }];
  const shuffles = bands.map((band) => shuffledClones(noiseMultiplier, band, leastDelta));
  const leaders = leadersOf(bands);
  const main = bands.reduce((best, band) => (band.weight > best.weight ? band : best));
  const total = (part: (band: CountBand) => number): number =>
    bands.reduce((sum, band) => sum + part(band), 0);
  const meanRate = total(({ weight, samplingRate }) => weight * samplingRate) / total(({ weight }) => weight);
  const ratio = Math.log(Math.max(DELTA_RATIO, leastDelta ** (-1 / MAX_POINTS)));
  const bestSteps = bands.map(() => 1);
  const deltaAt = (gain: number): number => {
    const epsilons = bands.map(({ samplingRate }) => Math.log1p(gain / samplingRate));
    for (const leader of new Set(leaders)) {
      bestSteps[leader] = shuffles[leader]!.bestSteps(epsilons[leader]!, bestSteps[leader]!);
    }
    return bands.reduce((sum, { weight, samplingRate }, i) => {
      return sum + weight * samplingRate * shuffles[i]!.deltaAt(epsilons[i]!, bestSteps[leaders[i]!]!);
    }, 0);
  };
  const points: ProfilePoint[] = [];
  let wanted = FIRST_STEP / (noiseMultiplier * Math.sqrt(counted(main.reports)));
  let [epsilon, before, last] = [0, 0, Infinity];
  while (epsilon < MAX_EPSILON && points.length < 2 * MAX_POINTS) {
    const gain = meanRate * Math.expm1(epsilon);
    const delta = Math.min(1, deltaAt(gain) * (1 + 2 ** -48));
    if (
      wanted * noiseMultiplier > MIN_HALVED &&
      Math.max(delta, leastDelta) < last * Math.exp(-CLIFF * ratio)
    ) {
      wanted *= SHORTER;
      epsilon = nextOnGrid(before, wanted, 1 / noiseMultiplier);
      continue;
    }
    points.push({ epsilon: Math.log1p(gain) * (1 + 2 ** -48), delta });
    if (delta <= leastDelta) break;
    const fitting = delta < last ? ((epsilon - before) * ratio) / Math.log(last / delta) : Infinity;
    if (epsilon > 0) wanted = Math.min(LONGER * wanted, Math.max(SHORTER * wanted, fitting));
    [before, last] = [epsilon, delta];
    epsilon = nextOnGrid(epsilon, wanted, 1 / noiseMultiplier);
  }
  return points;
}

/** The next multiple of a step that is at most the wanted one: the unit times a power of two, so that profiles of other numbers of users have the same points. */
function nextOnGrid(epsilon: number, wanted: number, unit: number): number {
  const step = unit * 2 ** Math.floor(Math.log2(wanted / unit));
  return step * (Math.floor(epsilon / step + 2 ** -20) + 1);
}

/** More reports hide better: what they would add is left out. */
function counted(reports: number): number {
  return Math.min(reports, MAX_REPORTS);
}

/** For each band the likeliest one of about as many reports: the same clones suit both. */
function leadersOf(bands: readonly CountBand[]): number[] {
  const kinds = bands.map(({ reports }) => Math.floor(KINDS_PER_DOUBLING * Math.log2(counted(reports))));
  const likeliest = new Map<number, number>();
  kinds.forEach((kind, i) => {
    const leader = likeliest.get(kind);
    if (leader === undefined || bands[i]!.weight > bands[leader]!.weight) likeliest.set(kind, i);
  });
  return kinds.map((kind) => likeliest.get(kind)!);
}

/** Bounds of the shuffled reports of a band, by the clones of a local epsilon of so many steps. */
interface ShuffledClones {
  /** Which number of steps suits an epsilon best, about: looked for near to another one. */
  bestSteps(epsilon: number, near: number): number;
  deltaAt(epsilon: number, steps: number): number;
}

function shuffledClones(
  noiseMultiplier: number,
  { reports, samplingRate }: CountBand,
  leastDelta: number,
): ShuffledClones {
  const users = counted(reports);
  const accuracy = { leastDelta: (leastDelta / samplingRate) * TAILS, precision: PRECISION };
  const clonesAt = memoize((steps: number) => {
    const localEpsilon = (steps * LOCAL_STEP) / noiseMultiplier;
    const localDelta = gaussianDelta({ epsilon: localEpsilon, noiseMultiplier });
    return new FailingReports({ localEpsilon, users }, localDelta, accuracy);
  });
  const ownAt = (epsilon: number): number => gaussianDelta({ epsilon, noiseMultiplier });
  return {
    bestSteps: (epsilon, near) => {
      const own = ownAt(epsilon);
      return leastNearby((steps) => clonesAt(steps).guessAt(epsilon, own), near);
    },
    deltaAt: (epsilon, steps) => {
      const own = ownAt(epsilon);
      return Math.min(own, clonesAt(steps).deltaAt(epsilon, own).upper);
    },
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
        if (next < 1 || next > MAX_LOCAL_STEPS) break;
        const value = valueAt(next);
        if (value >= least) break;
        [best, least] = [next, value];
      }
    }
  }
  return best;
}
