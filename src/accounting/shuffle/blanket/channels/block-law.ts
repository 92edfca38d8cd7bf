import { ROUNDING, roundedUp, ulps } from "../../../../numerics/rounding.js";
import type { LatticeMeasure } from "../../transposition/lattice-above.js";

/**
 * A law above that of a sum of blocks of copies, and what was cut off its top: E of the excess over the cuts,
 * for each copy.
 */
export interface BlockLaw {
  readonly law: LatticeMeasure;
  readonly cut: number;
}

/** The masses of first, first + 1, ... lattice steps. */
interface Dense {
  readonly step: number;
  readonly first: number;
  readonly mass: Float64Array;
}

/**
 * A lattice with this many points in a standard deviation, or of more than MAX_POINTS, is made twice as
 * coarse. Valid at any two: values are rounded up to coarser points.
 */
const MAX_POINTS_PER_DEVIATION = 64;
const MAX_POINTS = 4096;

/**
 * The law of the sum of 2^doublings independent copies, in as many convolutions. Between them the lattice is
 * made coarser, mean kept, values far below are raised and those far above cut: each a step up in increasing
 * convex order but for the cuts, which are told.
 *
 * @param most.cut what the cuts may amount to, for each copy
 * @param most.raise by how much the mean of a copy may be raised
 */
export function blockLaw(
  law: LatticeMeasure,
  doublings: number,
  most: { readonly cut: number; readonly raise: number },
): BlockLaw {
  let block = denseOf(law);
  let cut = 0;
  for (let level = 1; level <= doublings; level++) {
    block = coarsened(doubled(block));
    const share = 2 ** level / doublings;
    const top = tailOf(block.mass.toReversed(), (most.cut * share) / block.step);
    const bottom = tailOf(block.mass, (most.raise * share) / block.step);
    cut += (top.excess * block.step) / 2 ** level;
    block = withoutTails(block, bottom.length, top.length);
  }
  const { step, first, mass } = block;
  return {
    law: { step, places: Int32Array.from(mass, (_, i) => first + i), mass },
    cut: roundedUp(cut, ROUNDING.largePower) + 2 ** -900, // more than the products that underflow amount to
  };
}

function denseOf({ step, places, mass }: LatticeMeasure): Dense {
  const first = places[0]!;
  const all = new Float64Array(places.at(-1)! - first + 1);
  places.forEach((place, i) => {
    all[place - first] = mass[i]!;
  });
  return { step, first, mass: all };
}

/** Rounded up by more than its sums of positive products, and those of tails and halves, round. */
function doubled({ step, first, mass }: Dense): Dense {
  const error = ulps(4 * mass.length + 8);
  return { step, first: 2 * first, mass: selfConvolution(mass).map((each) => roundedUp(each, error)) };
}

/**
 * The sums of mass[i] mass[k - i], for k and k + 1 at a time: each pair once, and what one sum has read
 * serves the other.
 */
function selfConvolution(mass: Float64Array): Float64Array {
  const padded = new Float64Array(mass.length + 1);
  padded.set(mass);
  const sums = new Float64Array(2 * mass.length);
  for (let k = 0; k < sums.length; k += 2) {
    let even = 0;
    let odd = 0;
    let i = Math.max(0, k - mass.length + 1);
    let j = k - i;
    let above = padded[j + 1]!;
    for (; i + 1 < j - 1; i += 2, j -= 2) {
      const low = padded[i]!;
      const next = padded[i + 1]!;
      const high = padded[j]!;
      const below = padded[j - 1]!;
      even += low * high + next * below;
      odd += low * above + next * high;
      above = below;
    }
    for (; i < j; i++, j--) {
      even += padded[i]! * padded[j]!;
      odd += padded[i]! * above;
      above = padded[j]!;
    }
    sums[k] = 2 * even + padded[i]! ** 2;
    sums[k + 1] = 2 * (odd + padded[i]! * above);
  }
  return sums.subarray(0, -1);
}

function coarsened(block: Dense): Dense {
  let coarse = block;
  while (coarse.mass.length > MAX_POINTS || deviationOf(coarse) >= MAX_POINTS_PER_DEVIATION)
    coarse = twiceAsCoarse(coarse);
  return coarse;
}

/** Odd points are split onto both neighbours. */
function twiceAsCoarse({ step, first, mass }: Dense): Dense {
  const start = Math.floor(first / 2);
  const coarse = new Float64Array(Math.ceil((first + mass.length - 1) / 2) - start + 1);
  mass.forEach((each, i) => {
    const place = first + i;
    coarse[Math.floor(place / 2) - start]! += each / 2;
    coarse[Math.ceil(place / 2) - start]! += each / 2;
  });
  return { step: 2 * step, first: start, mass: coarse };
}

/** In lattice steps. */
function deviationOf({ mass }: Dense): number {
  let total = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < mass.length; i++) {
    total += mass[i]!;
    sum += i * mass[i]!;
  }
  const mean = sum / total;
  for (let i = 0; i < mass.length; i++) squares += (i - mean) ** 2 * mass[i]!;
  return Math.sqrt(squares / total);
}

/**
 * How many of the first points may be moved to the one after them, and by how much that moves the mean, in
 * steps.
 */
function tailOf(mass: Float64Array, most: number): { readonly length: number; readonly excess: number } {
  let length = 0;
  let weight = 0;
  let excess = 0;
  while (length + 2 < mass.length && excess + weight + mass[length]! <= most) {
    weight += mass[length]!;
    excess += weight;
    length++;
  }
  return { length, excess };
}

function withoutTails({ step, first, mass }: Dense, below: number, above: number): Dense {
  const end = mass.length - above;
  const kept = mass.slice(Math.min(below, end - 1), end);
  for (let i = 0; i < mass.length - end; i++) kept[kept.length - 1]! += mass[end + i]!;
  for (let i = 0; i < mass.length - above - kept.length; i++) kept[0]! += mass[i]!;
  return { step, first: first + end - kept.length, mass: kept };
}
