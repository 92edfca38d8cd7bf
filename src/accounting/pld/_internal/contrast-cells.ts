import type { CountBlocks } from "./count-blocks.js";

/** Groups of outcomes that have likelihoods 1 +- contrast times a mean of fair signs. */
export interface Contrasts {
  /** 1 - contrast, which keeps its accuracy where it is small. */
  readonly blurs: Float64Array;
  readonly masses: Float64Array;
}

/** Atoms in a row that nearly always share a cell. */
const RUN = 128;

interface Cell {
  mass: number;
  moment: number;
  least: number;
  most: number;
}

/**
 * A law of contrasts, in cells that are even in the contrast's logarithm.
 *
 * A profile of 1 +- contrast times something is convex in the contrast: splitting a cell's mass onto its ends, mean kept, raises
 * it, and merging it into its mean lowers it.
 */
export class ContrastCells {
  readonly #width: number;
  readonly #cells = new Map<number, Cell>();

  /** @param width of cells, relative */
  constructor(width: number) {
    this.#width = width;
  }

  /** Adds blur = total / (total + hiding) for total = more + count, over blocks of counts with masses times `factor`. */
  add(blocks: CountBlocks, factor: number, more: number, hiding: number): void {
    const { counts, masses } = blocks;
    for (let start = 0; start < counts.length; start += RUN) {
      const end = Math.min(counts.length, start + RUN);
      const index = this.#indexOf(blurOf(counts[start]! + more, hiding));
      if (index === this.#indexOf(blurOf(counts[end - 1]! + more, hiding))) {
        addRun(this.#cellAt(index), counts, masses, start, end, factor, more, hiding);
        continue;
      }
      for (let i = start; i < end; i++) {
        const cell = this.#cellAt(this.#indexOf(blurOf(counts[i]! + more, hiding)));
        addRun(cell, counts, masses, i, i + 1, factor, more, hiding);
      }
    }
  }

  #indexOf(blur: number): number {
    return Math.floor(Math.log1p(-blur) / this.#width);
  }

  #cellAt(index: number): Cell {
    const known = this.#cells.get(index);
    if (known) return known;
    const cell = { mass: 0, moment: 0, least: Infinity, most: -Infinity };
    this.#cells.set(index, cell);
    return cell;
  }

  merged(): Contrasts {
    const cells = this.#heavy();
    return {
      blurs: Float64Array.from(cells, ({ mass, moment }) => moment / mass),
      masses: Float64Array.from(cells, ({ mass }) => mass),
    };
  }

  raised(): Contrasts {
    const ends = this.#heavy().flatMap(({ mass, moment, least, most }) => {
      const up = least === most ? 0 : Math.min(1, Math.max(0, (moment / mass - least) / (most - least)));
      return [
        { blur: most, mass: mass * up },
        { blur: least, mass: mass * (1 - up) },
      ];
    });
    const heavy = ends.filter(({ mass }) => mass > 0);
    return {
      blurs: Float64Array.from(heavy, ({ blur }) => blur),
      masses: Float64Array.from(heavy, ({ mass }) => mass),
    };
  }

  #heavy(): Cell[] {
    return [...this.#cells.values()].filter(({ mass }) => mass > 0);
  }
}

function blurOf(total: number, hiding: number): number {
  return total / (total + hiding);
}

/** Adds the blocks from `start` to before `end` to their cell; blurs rise. */
function addRun(
  cell: Cell,
  counts: Float64Array,
  masses: Float64Array,
  start: number,
  end: number,
  factor: number,
  more: number,
  hiding: number,
): void {
  let mass = 0;
  let moment = 0;
  for (let i = start; i < end; i++) {
    const weight = factor * masses[i]!;
    mass += weight;
    moment += weight * blurOf(counts[i]! + more, hiding);
  }
  cell.mass += mass;
  cell.moment += moment;
  cell.least = Math.min(cell.least, blurOf(counts[start]! + more, hiding));
  cell.most = Math.max(cell.most, blurOf(counts[end - 1]! + more, hiding));
}
