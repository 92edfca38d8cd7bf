import { memoize } from "../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import type { CountBand } from "../rounds/check-in-bands.js";
import { oneShareOfMany } from "../rounds/one-share-of-many.js";
import { FailingReports } from "../shuffle/clones/failing-reports.js";
import { MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { gaussianDelta } from "../theorems/gaussian.js";

/**
 * From point to point delta falls by about this factor, or more where that would be more than MAX_POINTS.
 * Valid at any two, as all numbers here are: points of a profile are bounds. The root of the factor lowers an
 * epsilon by up to 0.05 %, its square raises one by 0.1 %; half as many points raise one by up to 0.03 %, and
 * twice as many change none.
 */
const DELTA_RATIO = 1.15;
const MAX_POINTS = 400;
/** Of a search for the best clones. Twice or half of the first changes no epsilon. */
const STRIDES = [9, 1];

export interface GaussianClones {
  /** Standard deviation of a report's noise / largest distance of two records. */
  readonly noiseMultiplier: number;
  /** How many of the users report. */
  readonly bands: readonly CountBand[];
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of shuffled Gaussian reports of a uniform
 * sample of the users: at every epsilon by the clones of the (epsilon, delta) that suits it best, among those
 * that a report has.
 *
 * @see docs/theorems/clones-gaussian.md
 */
export const gaussianClonesProfile: (options: GaussianClones) => ProfilePoint[] = memoize(profileOf, {
  key: (options) => JSON.stringify(options),
  capacity: 64,
});

function profileOf({ noiseMultiplier, bands: all, leastDelta }: GaussianClones): ProfilePoint[] {
  // From a million reports on a band is so narrow that its smaller share of the users does not count.
  const bands = oneShareOfMany(all, 1e6);
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
  let wanted = 1e-3 / (noiseMultiplier * Math.sqrt(counted(main.reports)));
  let epsilon = 0;
  let before = 0;
  let last = Infinity;
  // e^epsilon must stay a double.
  while (epsilon < 600 && points.length < 2 * MAX_POINTS) {
    const gain = meanRate * Math.expm1(epsilon);
    const delta = Math.min(1, roundedUp(deltaAt(gain), ROUNDING.formula));
    // A cliff is looked at again after half the step, unless that is next to nothing of 1 / noiseMultiplier.
    if (wanted * noiseMultiplier > 0.02 && Math.max(delta, leastDelta) < last * Math.exp(-3 * ratio)) {
      wanted *= 0.5;
      epsilon = nextOnGrid(before, wanted, 1 / noiseMultiplier);
      continue;
    }
    points.push({ epsilon: roundedUp(Math.log1p(gain), ROUNDING.formula), delta });
    if (delta <= leastDelta) break;
    const fitting = delta < last ? ((epsilon - before) * ratio) / Math.log(last / delta) : Infinity;
    if (epsilon > 0) wanted = Math.min(1.2 * wanted, Math.max(0.5 * wanted, fitting));
    before = epsilon;
    last = delta;
    epsilon = nextOnGrid(epsilon, wanted, 1 / noiseMultiplier);
  }
  return points;
}

/**
 * The next multiple of a step that is at most the wanted one: the unit times a power of two, so that profiles
 * of other numbers of users have the same points.
 */
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
  const kinds = bands.map(({ reports }) => Math.floor(4 * Math.log2(counted(reports))));
  const likeliest = new Map<number, number>();
  kinds.forEach((kind, i) => {
    const leader = likeliest.get(kind);
    if (leader === undefined || bands[i]!.weight > bands[leader]!.weight) likeliest.set(kind, i);
  });
  return kinds.map((kind) => likeliest.get(kind)!);
}

/** Bounds of the shuffled reports of a band, by the clones of a local epsilon of a number of steps. */
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
  // The cells of clones are this wide, relatively, and their tails add at most a millionth of the least
  // delta.
  const accuracy = { leastDelta: (leastDelta / samplingRate) * 2 ** -20, precision: 2 ** -11 };
  const clonesAt = memoize((steps: number) => {
    const localEpsilon = (steps * 0.06) / noiseMultiplier; // any local epsilon is valid
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
        if (next < 1 || next > 800) break;
        const value = valueAt(next);
        if (value >= least) break;
        best = next;
        least = value;
      }
    }
  }
  return best;
}
