/** Binomial laws, whole or in blocks of neighbouring counts. */
import { binomialRange } from "../../../../numerics/binomial-range.js";
import { logBinomialMass } from "../../../../numerics/log-binomial-mass.js";
import type { LatticePmf } from "../../../../pld/pmf.js";

/** A binomial law's parameters. */
export interface Binomial {
  readonly trials: number;
  readonly probability: number;
  /** 1 - probability, which the caller knows more accurately when it is tiny. */
  readonly complement: number;
}

/** The masses of the counts first, first + 1, ... */
export type CountPmf = Pick<LatticePmf, "first" | "mass">;

/** Blocks of neighbouring counts, each at one of its counts, rising. */
export interface BlockPmf {
  readonly count: Float64Array;
  readonly mass: Float64Array;
}

/** A binomial law up to a negligible mass on either side. */
export function binomialPmf(law: Binomial, negligibleMass: number): CountPmf {
  const { trials, probability, complement } = law;
  const { min: from, max: to } = binomialRange(law, negligibleMass / 2);
  const mass = new Float64Array(to - from + 1);
  const odds = probability / complement;
  const middle = Math.min(to, Math.floor(trials * probability));
  mass[middle - from] = Math.exp(logBinomialMass(middle, trials, { probability, complement }));
  for (let k = middle + 1; k <= to; k++) {
    mass[k - from] = (mass[k - from - 1]! * (odds * (trials - k + 1))) / k;
  }
  for (let k = middle - 1; k >= from; k--) {
    mass[k - from] = (mass[k - from + 1]! * (k + 1)) / (odds * (trials - k));
  }
  return { first: from, mass };
}

/**
 * A binomial law up to a negligible mass on either side, in blocks at their smallest count, or at their
 * largest.
 */
export function binomialBlocks(
  law: Binomial,
  negligibleMass: number,
  { width, round }: { readonly width: number; readonly round: "down" | "up" },
): BlockPmf {
  const { first, mass } = binomialPmf(law, negligibleMass);
  const size = Math.floor((mass.length - 1) / width) + 1;
  const masses = new Float64Array(size);
  const counts = new Float64Array(size);
  for (let block = 0; block < size; block++) {
    const start = block * width;
    const end = Math.min(mass.length, start + width);
    masses[block] = rangeSum(mass, start, end);
    counts[block] = first + (round === "down" ? start : end - 1);
  }
  return { count: counts, mass: masses };
}

/** The mass of the counts from `from` to `to`. */
export function massBetween({ first, mass }: CountPmf, from: number, to: number): number {
  return rangeSum(mass, Math.max(0, from - first), Math.min(mass.length, to - first + 1));
}

/** The sum of values[i] for from <= i < to. */
function rangeSum(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
}
