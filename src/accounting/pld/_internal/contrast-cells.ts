/** Where a group of outcomes has likelihoods 1 +- contrast times a mean of fair signs, and how much mass. */
export interface ContrastAtom {
  /** 1 - contrast, which keeps its accuracy where it is small. */
  readonly blur: number;
  readonly mass: number;
}

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
    const index = Math.floor(Math.log1p(-blur) / this.#width);
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
