/** Where a group of outcomes has likelihoods 1 +- contrast times a mean of fair signs, and how much mass. */
export interface ContrastAtom {
  /** 1 - contrast, which keeps its accuracy where it is small. */
  readonly blur: number;
  readonly mass: number;
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

  add(blur: number, mass: number): void {
    if (!(mass > 0)) return;
    const index = this.#indexOf(blur);
    const cell = this.#cells.get(index);
    if (!cell) {
      this.#cells.set(index, { mass, moment: mass * blur, least: blur, most: blur });
      return;
    }
    cell.mass += mass;
    cell.moment += mass * blur;
    cell.least = Math.min(cell.least, blur);
    cell.most = Math.max(cell.most, blur);
  }

  /** The same for all of `masses`, whose blurs rise. */
  addRising(blurAt: (i: number) => number, masses: Float64Array, factor: number): void {
    for (let start = 0; start < masses.length; start += RUN) {
      this.#addRun(start, Math.min(masses.length, start + RUN), { blurAt, masses, factor });
    }
  }

  #addRun(
    start: number,
    end: number,
    { blurAt, masses, factor }: { blurAt: (i: number) => number; masses: Float64Array; factor: number },
  ): void {
    const one = blurAt(start);
    const other = blurAt(end - 1);
    const index = this.#indexOf(one);
    const cell = this.#cells.get(index);
    if (!cell || index !== this.#indexOf(other)) {
      for (let i = start; i < end; i++) this.add(blurAt(i), factor * masses[i]!);
      return;
    }
    let mass = 0;
    let moment = 0;
    for (let i = start; i < end; i++) {
      mass += factor * masses[i]!;
      moment += factor * masses[i]! * blurAt(i);
    }
    cell.mass += mass;
    cell.moment += moment;
    cell.least = Math.min(cell.least, one);
    cell.most = Math.max(cell.most, other);
  }

  #indexOf(blur: number): number {
    return Math.floor(Math.log1p(-blur) / this.#width);
  }

  merged(): ContrastAtom[] {
    return [...this.#cells.values()].map(({ mass, moment }) => ({ blur: moment / mass, mass }));
  }

  raised(): ContrastAtom[] {
    return [...this.#cells.values()].flatMap(({ mass, moment, least, most }) => {
      if (least === most) return [{ blur: least, mass }];
      const up = Math.min(1, Math.max(0, (moment / mass - least) / (most - least)));
      return [
        { blur: most, mass: mass * up },
        { blur: least, mass: mass * (1 - up) },
      ];
    });
  }
}
