import { ROUNDING } from "../../numerics/rounding.js";
/**
 * A discrete law of the privacy loss put on a lattice of equally spaced losses, above it (pessimistic) or
 * below it (optimistic).
 *
 * Derivation: docs/theorems/privacy-loss-distributions.md, sections 2 and 3.
 */
import { type FinitePmf, type LatticePmf, type Pmf, upperMassShare } from "../pmf.js";

/**
 * The pessimistic side: every point split onto its two neighbours on the lattice, mean of the likelihood
 * ratio kept.
 *
 * The hockey-stick divergence is unchanged at the lattice's points and straight between them ("connect the
 * dots"), hence nowhere smaller.
 *
 * @see Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, "Connect the Dots", PETS 2022, arXiv:2207.04380
 */
export function discretizePessimistic({ loss, mass, infinityMass }: Pmf, step: number): LatticePmf {
  const first = Math.floor((loss[0] ?? 0) / step);
  const last = Math.floor((loss.at(-1) ?? 0) / step) + 1;
  const split = new Float64Array(last - first + 1);
  for (let i = 0; i < loss.length; i++) {
    const cell = Math.floor(loss[i]! / step);
    const up = mass[i]! * clampedShare(loss[i]! - cell * step, step);
    split[cell - first]! += mass[i]! - up;
    split[cell - first + 1]! += up;
  }
  return { step, first, mass: split, infinityMass };
}

function clampedShare(below: number, step: number): number {
  return Math.min(1, Math.max(0, upperMassShare(below, step - below)));
}

/**
 * The optimistic side: a lattice law whose hockey-stick divergence is nowhere larger.
 *
 * Start from the pessimistic law, which exceeds the given one only inside cells, reduce it at the lattice
 * points until its interpolation is below the given one everywhere, and take the convex hull from below. The
 * cost is of second order in the step, like that of the pessimistic side.
 */
export function discretizeOptimistic(pmf: Pmf, step: number): LatticePmf {
  const pessimistic = discretizePessimistic(pmf, step);
  const cells = cellExcess(pmf, step, pessimistic.first, pessimistic.mass.length - 1);
  const reduction = reductionsAt(cells, pessimistic.mass, step);
  const mass = new Float64Array(pessimistic.mass.length + 1);
  mass.set(pessimistic.mass, 1);
  const right = 1 / Math.expm1(step);
  const left = -1 / Math.expm1(-step);
  // After the subtraction, a smaller share of a mass may be rounding, and then counts as zero.
  // Reducing H by c_k at e^(k step) takes the change of slope times e^(k step) from the mass under P at k.
  for (let k = 0; k < mass.length; k++) {
    const before = k >= 2 ? reduction[k - 2]! : 0;
    const here = k >= 1 ? reduction[k - 1]! : 0;
    const after = k < reduction.length ? reduction[k]! : 0;
    const rounding = ROUNDING.formula * (mass[k]! + (here + after) * right + (here + before) * left);
    mass[k]! -= (after - here) * right - (here - before) * left;
    if (mass[k]! > 0 && mass[k]! < rounding) mass[k] = 0;
  }
  convexify(mass, step);
  return { step, first: pessimistic.first - 1, mass, infinityMass: pmf.infinityMass };
}

/**
 * By how much the pessimistic divergence exceeds the given one, by cell; inside a cell the excess is largest
 * at points of the law.
 */
interface CellExcess {
  /** At each point of the given law. */
  readonly excess: Float64Array;
  /** Each point's position in its cell, in ratios: 0 at the start, 1 at the end. */
  readonly position: Float64Array;
  /** Cell k holds the points cellStart[k] <= i < cellStart[k + 1]. */
  readonly cellStart: Int32Array;
}

/** For a lattice whose cell 0 starts at `first` steps. */
function cellExcess({ loss, mass }: FinitePmf, step: number, first: number, cells: number): CellExcess {
  const excess = new Float64Array(loss.length);
  const position = new Float64Array(loss.length);
  const cellStart = new Int32Array(cells + 1);
  const width = Math.expm1(step);
  let from = 0;
  for (let cell = 0; cell < cells; cell++) {
    const index = first + cell;
    let to = from;
    while (to < loss.length && Math.floor(loss[to]! / step) === index) {
      position[to] = Math.min(1, Math.expm1(loss[to]! - index * step) / width);
      to++;
    }
    if (to > from) fillExcess(loss, mass, { from, to, start: index * step, width }, position, excess);
    from = to;
    cellStart[cell + 1] = to;
  }
  return { excess, position, cellStart };
}

/** excess(t) = sum_i q_i (min(t, r_i) - r0) (r1 - max(t, r_i)) / (r1 - r0) at every point t of one cell. */
function fillExcess(
  loss: Float64Array,
  mass: Float64Array,
  cell: { from: number; to: number; start: number; width: number },
  position: Float64Array,
  excess: Float64Array,
): void {
  // q_i in units in which the cell's width is one
  const weight = (i: number) => mass[i]! * Math.exp(cell.start - loss[i]!) * cell.width;
  let toEnd = 0;
  for (let i = cell.to - 1; i >= cell.from; i--) {
    excess[i] = toEnd * position[i]!;
    toEnd += weight(i) * (1 - position[i]!);
  }
  let fromStart = 0;
  for (let i = cell.from; i < cell.to; i++) {
    fromStart += weight(i) * position[i]!;
    excess[i]! += fromStart * (1 - position[i]!);
  }
}

/**
 * The reduction c_k at each lattice point, such that the interpolated divergence is nowhere above the given
 * law's.
 *
 * About the larger excess of the two cells beside the point; but at most the divergence itself on the right,
 * and its excess over the line of a law without spread on the left, beyond which mass or mean would be lost.
 * The last pass makes every cell valid whatever came before: c_k (1 - u) + c_{k+1} u >= excess(u).
 */
function reductionsAt(cells: CellExcess, pessimistic: Float64Array, step: number): Float64Array {
  const last = pessimistic.length - 1;
  const reduction = new Float64Array(pessimistic.length);
  const mostLeft = hockeyStickExcess(pessimistic, step);
  const mostRight = hockeyStickAt(pessimistic, step);
  for (let k = 1; k < last; k++) {
    const wanted = Math.max(
      largestExcess(cells, k - 1),
      largestExcess(cells, k),
      neededAtEnd(cells, k - 1, reduction[k - 1]!),
    );
    reduction[k] = Math.min(mostLeft[k]!, wanted);
  }
  for (let k = last - 1; k >= 0; k--) {
    reduction[k] = Math.max(
      Math.min(reduction[k]!, mostRight[k]!),
      neededAtStart(cells, k, reduction[k + 1]!),
    );
  }
  return reduction;
}

function largestExcess({ excess, cellStart }: CellExcess, cell: number): number {
  let largest = 0;
  for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) largest = Math.max(largest, excess[i]!);
  return largest;
}

/** The smallest valid reduction at the cell's end, given the one at its start. */
function neededAtEnd({ excess, position, cellStart }: CellExcess, cell: number, atStart: number): number {
  let needed = 0;
  for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
    if (excess[i]! > 0) needed = Math.max(needed, (excess[i]! - atStart * (1 - position[i]!)) / position[i]!);
  }
  return needed;
}

/** The smallest valid reduction at the cell's start, given the one at its end. */
function neededAtStart({ excess, position, cellStart }: CellExcess, cell: number, atEnd: number): number {
  let needed = 0;
  for (let i = cellStart[cell]!; i < cellStart[cell + 1]!; i++) {
    if (excess[i]! > 0 && position[i]! < 1)
      needed = Math.max(needed, (excess[i]! - atEnd * position[i]!) / (1 - position[i]!));
  }
  return needed;
}

/** The hockey-stick divergence E_Q(R - x)_+ at each lattice point. */
function hockeyStickAt(mass: Float64Array, step: number): Float64Array {
  const divergence = new Float64Array(mass.length);
  const factor = Math.exp(-step);
  const fall = Math.expm1(-step);
  let slope = 0;
  for (let k = mass.length - 2; k >= 0; k--) {
    slope = slope * factor + mass[k + 1]!;
    divergence[k] = divergence[k + 1]! - slope * fall;
  }
  return divergence;
}

/**
 * The divergence's excess over the straight line that it follows left of the law, E_Q(x - R)_+, at each
 * lattice point.
 */
function hockeyStickExcess(mass: Float64Array, step: number): Float64Array {
  const excess = new Float64Array(mass.length);
  const factor = Math.exp(step);
  const rise = Math.expm1(step);
  let slope = 0;
  for (let k = 1; k < mass.length; k++) {
    slope = slope * factor + mass[k - 1]!;
    excess[k] = excess[k - 1]! + slope * rise;
  }
  return excess;
}

/**
 * Makes a signed lattice law nonnegative, in place, without raising its divergence: the convex hull from
 * below.
 *
 * A negative mass is a dent in the divergence. Splitting it onto its neighbours, mean kept, replaces the dent
 * by the chord between them; at the left end the neighbour is ratio 0, where P has no mass. The last mass
 * must be nonnegative up to rounding.
 */
function convexify(mass: Float64Array, step: number): void {
  const last = mass.length - 1;
  const previous = new Int32Array(mass.length);
  for (let k = 0; k <= last; k++) previous[k] = k - 1;
  for (let k = 0; k < last; k++) {
    const next = k + 1;
    let here = previous[next]!;
    while (here >= 0 && mass[here]! < 0) {
      const before = previous[here]!;
      const up = before < 0 ? 1 : upperMassShare((here - before) * step, (next - here) * step);
      subtract(mass, next, -mass[here]! * up);
      if (before >= 0) subtract(mass, before, -mass[here]! * (1 - up));
      mass[here] = 0;
      previous[next] = before;
      here = before;
    }
  }
  mass[last] = Math.max(0, mass[last]!);
}

function subtract(mass: Float64Array, k: number, amount: number): void {
  const left = mass[k]! - amount;
  mass[k] = left > 0 && left < ROUNDING.formula * mass[k]! ? 0 : left;
}
