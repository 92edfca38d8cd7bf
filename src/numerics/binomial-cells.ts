import { binomialRange } from "./binomial-range.js";
import { logBinomialMass } from "./log-binomial-mass.js";

export interface BinomialLaw {
  readonly trials: number;
  readonly probability: number;
  /** 1 - probability, which the caller can give more accurately when either is tiny. */
  readonly complement: number;
}

/** A binomial law cut into cells of consecutive values, without its far tails. */
export interface BinomialCells {
  /** The first value of each cell, and at the end the first value after the last cell. */
  readonly edges: Float64Array;
  readonly masses: Float64Array;
  /** The mass left out below the first cell, and above the last one, is at most this each. */
  readonly tail: number;
  /** Bound of every mass's relative error. */
  readonly relativeError: number;
}

export interface BinomialCut {
  /** The least width of a cell, integer >= 1; the last cell may be narrower. */
  readonly width: number;
  /** How many cells there may be, at the price of wider ones. */
  readonly maxCells?: number;
  /** The mass that may be left out on each side, in (0, 1). */
  readonly tail: number;
  /** The relative error, well below 1, that masses of wide cells may have; by default that of rounding. */
  readonly precision?: number;
}

/**
 * Cuts Bin(trials, probability) into cells of equal width, but for the tails outside {@link binomialRange};
 * the time grows like sqrt(trials) unless a precision is given.
 */
export function binomialCells(law: BinomialLaw, cut: BinomialCut): BinomialCells {
  const { trials, probability, complement } = law;
  const mean = trials * probability;
  const { min, max } = binomialRange(law, cut.tail);
  // room for rounding
  const first = Math.max(0, min - 1);
  const last = Math.min(trials, max + 1);
  const least = Math.max(cut.width, Math.ceil((last - first + 1) / (cut.maxCells ?? Infinity)));
  const step = Math.min(least, Math.floor(Math.sqrt(8 * (cut.precision ?? 0) * mean * complement)));
  const stepsPerCell = Math.ceil(Math.min(least, last + 1 - first) / step);
  // The last cell may exceed the last value, but not the number of trials.
  if (step > 1 && first > 0 && last + step * stepsPerCell < trials) {
    return inSteps(law, { first, last, step, stepsPerCell, tail: cut.tail });
  }
  const cells = Math.ceil((last - first + 1) / least);
  const edges = Float64Array.from({ length: cells + 1 }, (_, i) => Math.min(last + 1, first + i * least));
  const masses = valueByValue(law, { first, last, width: least, cells });
  return { edges, masses, tail: cut.tail, relativeError: Number.EPSILON * (64 + 2 * (last - first)) };
}

/** The masses of cells, by the ratios of successive values' masses from the mode on. */
function valueByValue(
  law: BinomialLaw,
  { first, last, width, cells }: Record<"first" | "last" | "width" | "cells", number>,
): Float64Array {
  const { trials, probability, complement } = law;
  const masses = new Float64Array(cells);
  const mode = Math.min(last, Math.max(first, Math.floor((trials + 1) * probability)));
  const atMode = Math.exp(logBinomialMass(mode, trials, law));
  const modesCell = Math.floor((mode - first) / width);
  const start = first + modesCell * width;
  masses[modesCell] = atMode;
  const odds = probability / complement;
  for (let value = mode, mass = atMode, cell = modesCell, end = start + width; value < last; value++) {
    mass *= ((trials - value) / (value + 1)) * odds;
    if (value + 1 === end) {
      cell++;
      end += width;
    }
    masses[cell]! += mass;
  }
  for (let value = mode, mass = atMode, cell = modesCell, from = start; value > first; value--) {
    mass *= value / (trials - value + 1) / odds;
    if (value === from) {
      cell--;
      from -= width;
    }
    masses[cell]! += mass;
  }
  return masses;
}

/**
 * Cells whose masses are summed geometrically between values `step` apart. The masses' logarithm is concave,
 * with second differences above -(1 / first + 1 / (trials - end)), so that they exceed these chords by at
 * most step^2 / 8 times as much, relatively.
 */
function inSteps(
  law: BinomialLaw,
  cut: Record<"first" | "last" | "step" | "stepsPerCell" | "tail", number>,
): BinomialCells {
  const { first, step, stepsPerCell, tail } = cut;
  const cells = Math.ceil((cut.last + 1 - first) / (step * stepsPerCell));
  const edges = Float64Array.from({ length: cells + 1 }, (_, i) => first + i * step * stepsPerCell);
  const masses = new Float64Array(cells);
  let from = logBinomialMass(first, law.trials, law);
  for (let i = 0; i < cells * stepsPerCell; i++) {
    const to = logBinomialMass(first + (i + 1) * step, law.trials, law);
    masses[Math.floor(i / stepsPerCell)]! += Math.exp(from) * geometricSum((to - from) / step, step);
    from = to;
  }
  const curvature = 1 / first + 1 / (law.trials - edges[cells]!);
  return { edges, masses, tail, relativeError: Math.expm1((curvature * step * step) / 8) + 2 ** -40 };
}

/** The sum of e^(i slope) over 0 <= i < terms. */
function geometricSum(slope: number, terms: number): number {
  return slope === 0 ? terms : Math.expm1(slope * terms) / Math.expm1(slope);
}
