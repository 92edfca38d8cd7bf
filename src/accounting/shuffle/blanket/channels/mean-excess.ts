import { ROUNDING, roundedUp, ulps } from "../../../../numerics/rounding.js";
import type { LatticeMeasure } from "../../transposition/lattice-above.js";
import {
  type BoundedPositivePart,
  boundedPositivePart,
  MAX_LENGTH,
  meanPositivePart,
  SPAN,
} from "../../transposition/mean-positive-part.js";
import { blockLaw } from "./block-law.js";
import { chernoffExcess } from "./chernoff-excess.js";
import { type Contributions, deviationOf, largestOf, meanOf } from "./contributions.js";

/**
 * Sums of few copies are convolved one by one where that takes at most this number of products, and by a
 * transform that holds all of them up to MAX_POINTS. Valid at any two, as all ways are: the least of their
 * bounds counts.
 */
const MAX_PRODUCTS = 2 ** 16;
const MAX_POINTS = 2 ** 14;
/**
 * Of more copies, blocks are added up first, on a lattice of BLOCK_STEPS points in a standard deviation; laws
 * of more than MAX_PLACES points have no blocks. Valid at any value.
 */
const MAX_COPIES = { direct: 2 ** 15, wide: 2 ** 22 };
const BLOCK_STEPS = 16;
const MAX_PLACES = 2048;
/**
 * A transform's window holds TOPS of the largest value where that takes no more points, or a step of a
 * standard deviation at most: sums of several such values wrap around a shorter one and count for too much.
 * So do values below zero: the window holds TOPS of the smallest one too where it can.
 */
const TOPS = 4;
const TOPS_LENGTH = 2 ** 15;
const MIN_LENGTH = 2 ** 6;
/**
 * Sums round by more in longer windows and on finer lattices: where that is more than a share of 0.003, these
 * are tried too, in points, and in steps of a standard deviation.
 */
const WINDOWS = [MIN_LENGTH, 2 ** 8, 2 ** 10];
const COARSER = [4, 1, 0.25];
/**
 * Values further below are raised to it, and of laws that reach further up than its opposite each copy counts
 * by itself: places are integers of 32 bits.
 */
const MIN_PLACE = -(2 ** 30);

/**
 * An upper bound of E[((Z_1 + ... + Z_n) / n)+], Z independent, each of the given law.
 *
 * @param steps lattice steps per standard deviation of Z, fewer where the sum of the copies would not fit a
 *   transform
 */
export function meanExcess(law: Contributions, copies: number, steps: number): number {
  const bottom = Math.min(0, leastOf(law));
  const top = largestOf(law);
  if (top <= 0) return 0;
  if (bottom >= 0) return up(meanOf(law));
  if (meanOf(law) > 0) return meanAndShortfall(law, copies, steps);
  const deviation = deviationOf(law);
  if (top > -MIN_PLACE * (deviation / steps)) return up(meanOf(positivePart(law)));
  const fine = deviation / steps;
  const points = (copies * (top - bottom)) / fine;
  if (copies * points * law.values.length <= MAX_PRODUCTS)
    return convolvedExcess(onLattice(law, fine), copies);
  if (points <= MAX_POINTS)
    return meanPositivePart(onLattice(law, fine), [copies], 2 * (points + 2 * copies))[0]!;
  if (copies <= MAX_COPIES.direct || steps < BLOCK_STEPS || isWide(law)) {
    return transformedExcess(law, Math.min(copies, MAX_COPIES.wide), steps);
  }
  const doublings = Math.ceil(Math.log2(copies / MAX_COPIES.direct));
  const step = deviation / BLOCK_STEPS;
  const block = blockLaw(onLattice(law, step), doublings, {
    // A share of the closed form, which is some ten times the result: any share is valid.
    cut: 1e-5 * chernoffExcess(law, copies),
    // A share of a standard deviation of the mean of all copies: any share is valid.
    raise: (1e-5 * deviation) / Math.sqrt(copies),
  });
  // The copies beyond whole blocks are left out, which only makes the mean's positive part larger.
  const [mean] = meanPositivePart(block.law, [Math.floor(copies / 2 ** doublings)]);
  return mean! / 2 ** doublings + block.cut;
}

/** How many of the copies {@link meanExcess} counts: fewer make the mean's positive part larger. */
export function countedCopies(law: Contributions, copies: number): number {
  return isWide(law) ? Math.min(copies, MAX_COPIES.wide) : copies;
}

/** Whether blocks would have too many points. */
function isWide(law: Contributions): boolean {
  const reach = largestOf(law) - leastOf(law);
  return reach > (MAX_PLACES * deviationOf(law)) / BLOCK_STEPS;
}

function leastOf({ values }: Contributions): number {
  return values.reduce((least, value) => (value < least ? value : least), Infinity);
}

function positivePart(law: Contributions): Contributions {
  return { ...law, values: law.values.map((value) => Math.max(0, value)) };
}

/**
 * By the better one of a fine lattice and of one whose window holds the largest values; where rounding and
 * what wraps around add much to both, by others too.
 */
function transformedExcess(law: Contributions, copies: number, steps: number): number {
  const deviation = deviationOf(law);
  const excessOf = (perDeviation: number, leastLength?: number): BoundedPositivePart =>
    boundedPositivePart(onLattice(law, deviation / perDeviation), [copies], leastLength)[0]!;
  const fine = Math.min(steps, MAX_LENGTH / (SPAN * Math.sqrt(copies)));
  const tops = (TOPS * largestOf(law)) / deviation;
  const both = TOPS * Math.max(0, -leastOf(law) / deviation) + tops;
  const held = both * fine <= TOPS_LENGTH ? both : tops;
  const holding = Math.min(fine, Math.max(1, TOPS_LENGTH / held));
  const byWindow = excessOf(holding, Math.max(MIN_LENGTH, held * holding));
  const first = holding === fine ? byWindow : lesser(byWindow, excessOf(fine));
  // Laws of more values are smooth and gain nothing.
  if (first.added <= 0.003 * first.upper || law.values.length > 256) return first.upper;
  const lattices = [fine, ...COARSER.filter((perDeviation) => perDeviation < fine)];
  return lattices
    .map((perDeviation) => onLattice(law, deviation / perDeviation))
    .flatMap((lattice) => WINDOWS.map((length) => boundedPositivePart(lattice, [copies], length)[0]!))
    .reduce(lesser, first).upper;
}

function lesser(one: BoundedPositivePart, other: BoundedPositivePart): BoundedPositivePart {
  return other.upper < one.upper ? other : one;
}

/** (z)+ = z + (-z)+, of which the second is small, where the mean is positive. */
function meanAndShortfall(law: Contributions, copies: number, steps: number): number {
  const turned = { ...law, values: law.values.map((value) => -value) };
  const sizes = { ...law, values: law.values.map(Math.abs) };
  // A mean's sum rounds by less, relative to the sum of the terms' sizes.
  const mean = meanOf(law) + 2 ** -46 * meanOf(sizes);
  const shortfall = chernoffExcess(turned, copies);
  // A closed form that is no larger a share of the mean need not be improved.
  if (shortfall <= 2 ** -30 * mean) return up(mean + shortfall);
  return up(mean + Math.min(shortfall, meanExcess(turned, copies, steps)));
}

/** Each value split onto the lattice points next to it, mean kept: above the law in convex order. */
function onLattice({ values, masses }: Contributions, step: number): LatticeMeasure {
  const at = values.map((value) => Math.max(MIN_PLACE, value / step));
  const places: number[] = [];
  const mass: number[] = [];
  const put = (place: number, sum: number): void => {
    if (!(sum > 0)) return;
    places.push(place);
    mass.push(sum);
  };
  let place = -Infinity;
  let here = 0;
  let above = 0;
  for (const i of Array.from(at.keys()).sort((a, b) => at[a]! - at[b]!)) {
    const next = Math.floor(at[i]!);
    if (next > place) {
      put(place, here);
      if (next > place + 1) put(place + 1, above);
      here = next === place + 1 ? above : 0;
      above = 0;
      place = next;
    }
    const up = Math.min(1, Math.max(0, at[i]! - place));
    here += masses[i]! * (1 - up);
    above += masses[i]! * up;
  }
  put(place, here);
  put(place + 1, above);
  return {
    step,
    places: Int32Array.from(places),
    mass: Float64Array.from(mass, up),
  };
}

/** The same by convolving positive numbers, which rounds by little. */
function convolvedExcess({ step, places, mass }: LatticeMeasure, copies: number): number {
  const least = places[0]!;
  let sum = Float64Array.of(1);
  for (let copy = 0; copy < copies; copy++) {
    const next = new Float64Array(sum.length + places.at(-1)! - least);
    for (let j = 0; j < places.length; j++) {
      const shift = places[j]! - least;
      for (let i = 0; i < sum.length; i++) next[i + shift]! += sum[i]! * mass[j]!;
    }
    sum = next;
  }
  let excess = 0;
  const zero = -copies * least;
  for (let i = zero + 1; i < sum.length; i++) excess += (i - zero) * sum[i]!;
  return ((excess * step) / copies) * (1 + ulps(copies * places.length + sum.length));
}

function up(value: number): number {
  return roundedUp(value, ROUNDING.fewOperations);
}
