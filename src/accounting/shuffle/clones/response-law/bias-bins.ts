import type { BlockPmf } from "./binomial-blocks.js";

/** A law of the bias b of outcomes that have likelihoods 1 +- b times a mean of fair signs. */
export interface BiasPmf {
  /** 1 - bias, which stays accurate where it is small. */
  readonly complement: Float64Array;
  readonly mass: Float64Array;
}

interface Bin {
  mass: number;
  moment: number;
  min: number;
  max: number;
}

/**
 * A law of biases, in bins that are even in the bias's logarithm.
 *
 * A hockey-stick divergence of 1 +- bias times something is convex in the bias: splitting a bin's mass onto
 * its ends, mean kept, raises it, and merging it into its mean lowers it.
 */
export class BiasBins {
  readonly #width: number;
  readonly #bins = new Map<number, Bin>();

  /** @param width of bins, relative */
  constructor(width: number) {
    this.#width = width;
  }

  /**
   * Adds 1 - bias = total / (total + excess), total = offset + count, for blocks of counts, which rise, with
   * masses times `factor`.
   */
  add(blocks: BlockPmf, factor: number, offset: number, excess: number): void {
    if (factor === 0) return;
    const { count, mass } = blocks;
    for (let start = 0, end = 0; start < count.length; start = end) {
      const index = this.#indexOf(complementOf(count[start]! + offset, excess));
      const largestTotal = excess * Math.expm1(-index * this.#width);
      end = start + 1;
      while (end < count.length && !(count[end]! + offset > largestTotal)) end++;
      addRun(this.#binAt(index), count, mass, start, end, factor, offset, excess);
    }
  }

  #indexOf(complement: number): number {
    return Math.floor(Math.log1p(-complement) / this.#width);
  }

  #binAt(index: number): Bin {
    const known = this.#bins.get(index);
    if (known) return known;
    const bin = { mass: 0, moment: 0, min: Infinity, max: -Infinity };
    this.#bins.set(index, bin);
    return bin;
  }

  /** Every bin merged into its mean. */
  optimistic(): BiasPmf {
    const bins = this.#occupied();
    return {
      complement: Float64Array.from(bins, ({ mass, moment }) => moment / mass),
      mass: Float64Array.from(bins, ({ mass }) => mass),
    };
  }

  /** Every bin split onto its smallest and largest value, mean kept. */
  pessimistic(): BiasPmf {
    const occupied = this.#occupied();
    const complement = new Float64Array(2 * occupied.length);
    const masses = new Float64Array(2 * occupied.length);
    let size = 0;
    const put = (end: number, mass: number): void => {
      if (!(mass > 0)) return;
      complement[size] = end;
      masses[size++] = mass;
    };
    for (const { mass, moment, min, max } of occupied) {
      const up = min === max ? 0 : Math.min(1, Math.max(0, (moment / mass - min) / (max - min)));
      put(max, mass * up);
      put(min, mass * (1 - up));
    }
    return { complement: complement.slice(0, size), mass: masses.slice(0, size) };
  }

  #occupied(): Bin[] {
    return [...this.#bins.values()].filter(({ mass }) => mass > 0);
  }
}

function complementOf(total: number, excess: number): number {
  return total / (total + excess);
}

/** Adds the blocks from `start` to before `end` to their bin; 1 - bias rises with the count. */
function addRun(
  bin: Bin,
  count: Float64Array,
  mass: Float64Array,
  start: number,
  end: number,
  factor: number,
  offset: number,
  excess: number,
): void {
  let sum = 0;
  let moment = 0;
  for (let i = start; i < end; i++) {
    const weight = factor * mass[i]!;
    sum += weight;
    moment += weight * complementOf(count[i]! + offset, excess);
  }
  bin.mass += sum;
  bin.moment += moment;
  bin.min = Math.min(bin.min, complementOf(count[start]! + offset, excess));
  bin.max = Math.max(bin.max, complementOf(count[end - 1]! + offset, excess));
}
