import { expectedExcess } from "../../../numerics/lognormal-difference.js";
import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";

/**
 * Widths at which a block is no longer split: of the norm of the records' mean, and relative, of the square
 * distance. Valid at any width, as a block counts as its worst: half of the first lowers an epsilon by up to
 * 2 %, twice as much raises it by up to 3 %; half of the second lowers it by up to 0.2 %, twice as much
 * raises it by up to 0.5 %.
 */
const NORM_WIDTH = 1 / 64;
const SQUARE_RATIO = 1.004;

/** Norms t of the records' mean, and square distances u from it of the records that stand out; in radii. */
interface Block {
  readonly norms: readonly [number, number];
  readonly squares: readonly [number, number];
}

/**
 * S(M), an upper bound of (1/j) sum_J H_M(r_J || r) for Gaussian reports r_J of any j records in a ball, r
 * their mean, and M >= 1: how far the reports of a cohort stand out of it.
 *
 * With the records' mean at t times the radius, V = radius^2 (1 - t^2) the largest mean square distance from
 * it and F = radius^2 (1 + t)^2 the largest one of a record: S = max over t of the least concave function
 * above B(., y) on [0, F], at V, with y = M e^(-V/2) and B(u, y) = E(L - y)_+ of a lognormal L of mean 1 and
 * log-variance u. B is convex, then concave in u: for y >= 1 that is max over u in [V, F] of (V / u) B(u, y),
 * and below 1, by B(u, y) = 1 - y + y B(u, 1/y), 1 - y + y times the same at 1/y.
 *
 * All rises with V, and where u < V stands B(V, y): the block with the largest bound is split until it is
 * small.
 *
 * @param radius in standard deviations of the noise
 * @see docs/theorems/hidden-transposition.md, section 5
 */
export function meanExceedance(radius: number, ratio: number): number {
  const boundOf = (block: Block): number => largestValue(block, radius, ratio);
  const whole: Block = { norms: [0, 1], squares: [0, 4] };
  const blocks = [{ block: whole, bound: boundOf(whole) }];
  for (;;) {
    const worst = blocks.reduce((most, { bound }, i) => (bound > blocks[most]!.bound ? i : most), 0);
    const [{ block, bound }] = blocks.splice(worst, 1) as [(typeof blocks)[number]];
    const halves = halvesOf(block);
    if (halves.length === 0) return roundedUp(bound, ROUNDING.largePower);
    blocks.push(...halves.map((half) => ({ block: half, bound: boundOf(half) })));
  }
}

/** The block's squares, cut to those from the largest V to the largest F in it. */
function occurring({ norms, squares }: Block): readonly [number, number] {
  return [Math.max(squares[0], 1 - norms[0] ** 2), Math.min(squares[1], (1 + norms[1]) ** 2)];
}

/** An upper bound of the values in a block, which is empty where V is past its squares or F before. */
function largestValue(block: Block, radius: number, ratio: number): number {
  const [near, far] = occurring(block);
  if (near >= far) return -Infinity;
  const square = 1 - block.norms[0] ** 2;
  const level = ratio * Math.exp((-radius * radius * square) / 2);
  const a = radius * Math.sqrt(far);
  const chord = (y: number): number => (square / near) * expectedExcess({ a, b: 0 }, y, 0);
  return level < 1 ? 1 - level + level * chord(1 / level) : chord(level);
}

/** Split along its longer side; no halves where it is small. */
function halvesOf(block: Block): Block[] {
  const { norms, squares } = block;
  const [near, far] = occurring(block);
  const width = norms[1] - norms[0];
  const isNarrow = far <= near * SQUARE_RATIO;
  if (width > NORM_WIDTH && (isNarrow || width > Math.log(far / near))) {
    const middle = (norms[0] + norms[1]) / 2;
    return [
      { norms: [norms[0], middle], squares },
      { norms: [middle, norms[1]], squares },
    ];
  }
  if (isNarrow) return [];
  const middle = Math.sqrt(near * far);
  return [
    { norms, squares: [squares[0], middle] },
    { norms, squares: [middle, squares[1]] },
  ];
}
