import type { LossAtoms } from "../loss-pair.js";

/** Where the raised profile exceeds the atoms' own, cell by cell; inside a cell the excess is largest at atoms. */
export interface CellGaps {
  /** Excess at each atom. */
  readonly gap: Float64Array;
  /** Each atom's place in its cell, in ratios: 0 at the start, 1 at the end. */
  readonly place: Float64Array;
  /** Cell k holds the atoms cellStart[k] <= i < cellStart[k + 1]. */
  readonly cellStart: Int32Array;
}

/** The gaps of sorted atoms against a lattice whose cell 0 starts at `first` steps. */
export function cellGaps({ loss, mass }: LossAtoms, step: number, first: number, cells: number): CellGaps {
  const gap = new Float64Array(loss.length);
  const place = new Float64Array(loss.length);
  const cellStart = new Int32Array(cells + 1);
  let from = 0;
  for (let cell = 0; cell < cells; cell++) {
    const index = first + cell;
    let to = from;
    while (to < loss.length && Math.floor(loss[to]! / step) === index) {
      place[to] = Math.min(1, Math.expm1(loss[to]! - index * step) / Math.expm1(step));
      to++;
    }
    fillGaps(loss, mass, { from, to, start: index * step, width: Math.expm1(step) }, place, gap);
    from = to;
    cellStart[cell + 1] = to;
  }
  return { gap, place, cellStart };
}

/** gap(t) = sum_i q_i (min(t, r_i) - r0) (r1 - max(t, r_i)) / (r1 - r0) at every atom t of one cell. */
function fillGaps(
  loss: Float64Array,
  mass: Float64Array,
  cell: { from: number; to: number; start: number; width: number },
  place: Float64Array,
  gap: Float64Array,
): void {
  // q_i in units in which the cell's width is one
  const weight = (i: number) => mass[i]! * Math.exp(cell.start - loss[i]!) * cell.width;
  let toEnd = 0;
  for (let i = cell.to - 1; i >= cell.from; i--) {
    gap[i] = toEnd * place[i]!;
    toEnd += weight(i) * (1 - place[i]!);
  }
  let fromStart = 0;
  for (let i = cell.from; i < cell.to; i++) {
    fromStart += weight(i) * place[i]!;
    gap[i]! += fromStart * (1 - place[i]!);
  }
}
