import { logBinomialMass } from "./log-binomial-mass.js";

export interface BinomialLaw {
  readonly trials: number;
  readonly probability: number;
  /** 1 - probability, which the caller knows best when either is tiny. */
  readonly complement: number;
}

/** A binomial law cut into cells of consecutive values, without its far tails. */
export interface BinomialCells {
  /** The first value of each cell, and at the end the first value past the last cell. */
  readonly edges: Float64Array;
  readonly masses: Float64Array;
  /** The mass left out below the first cell, and past the last one, is at most this each. */
  readonly tail: number;
  /** Bound of every mass's relative error. */
  readonly relativeError: number;
}

/**
 * Cuts Bin(trials, probability) into cells of equal width; the time grows like sqrt(trials).
 *
 * What is left out is bounded by Bernstein's inequality: P(|X - mean| >= t) on one side is at most exp(-t^2 / (2 (variance + t / 3))).
 *
 * @param cut.width the least width of a cell, integer >= 1; the last cell may be narrower
 * @param cut.mostCells how many cells there may be, at the price of wider ones
 * @param cut.tail the mass that may be left out on each side, in (0, 1)
 */
export function binomialCells(
  law: BinomialLaw,
  cut: { readonly width: number; readonly mostCells?: number; readonly tail: number },
): BinomialCells {
  const { trials, probability, complement } = law;
  const mean = trials * probability;
  const third = -Math.log(cut.tail) / 3;
  const reach = (third + Math.sqrt(third * third + 6 * third * mean * complement)) * (1 + 1e-12) + 1;
  const first = Math.max(0, Math.floor(mean - reach));
  const last = Math.min(trials, Math.ceil(mean + reach));
  const width = Math.max(cut.width, Math.ceil((last - first + 1) / (cut.mostCells ?? Infinity)));
  const cells = Math.ceil((last - first + 1) / width);
  const edges = Float64Array.from({ length: cells + 1 }, (_, i) => Math.min(last + 1, first + i * width));
  const masses = new Float64Array(cells);
  const add = (value: number, mass: number): void => {
    masses[Math.floor((value - first) / width)]! += mass;
  };
  const mode = Math.min(last, Math.max(first, Math.floor((trials + 1) * probability)));
  const atMode = Math.exp(logBinomialMass(mode, trials, law));
  add(mode, atMode);
  const odds = probability / complement;
  for (let value = mode, mass = atMode; value < last; value++) {
    mass *= ((trials - value) / (value + 1)) * odds;
    add(value + 1, mass);
  }
  for (let value = mode, mass = atMode; value > first; value--) {
    mass *= value / (trials - value + 1) / odds;
    add(value - 1, mass);
  }
  return { edges, masses, tail: cut.tail, relativeError: Number.EPSILON * (64 + 2 * (last - first)) };
}
