import { type Pmf, type PmfBracket, upperMassShare } from "../pmf.js";
import { allocateCells } from "./allocate-cells.js";

/** The outcomes whose loss lies in an interval, as one. */
export interface LossInterval {
  /** Their P-mass. */
  readonly mass: number;
  /**
   * log(P-mass / Q-mass), the loss of the merged outcome; Infinity where nothing bounds it; unused where
   * there is no mass.
   */
  readonly loss: number;
}

/**
 * Intervals per lattice step. Valid at any number: four move an upper end by up to 5e-4, up or down, and a
 * lower one by up to 0.5 %, in a fifth more time; one raises an upper end by up to 0.5 %, and may leave a
 * lower end of 0.
 */
export const INTERVALS_PER_STEP = 2;

/**
 * Encloses a pair with continuous losses: each interval split onto its ends (pessimistic), and merged into
 * its mean (optimistic).
 *
 * @param intervalAt the outcomes with loss in [from, to]; ends may be infinite
 * @param range losses outside which P and Q have negligible mass
 * @param modalLoss a loss near which most of the mass may lie: an end of intervals, the two of which are
 *   merged into one
 */
export function discretizeContinuous(
  intervalAt: (from: number, to: number) => LossInterval,
  range: { readonly min: number; readonly max: number },
  step: number,
  modalLoss?: number,
): PmfBracket {
  const origin = modalLoss ?? 0;
  const width = step / INTERVALS_PER_STEP;
  const first = Math.floor((range.min - origin) / width);
  const count = Math.ceil((range.max - origin) / width) - first;
  const nodes = allocateCells(count + 1).map((_, k) => origin + (first + k) * width);
  const split = new Float64Array(count + 1);
  // The tails come first and last.
  const merged = { mass: new Float64Array(count + 2), loss: new Float64Array(count + 2) };
  const below = intervalAt(-Infinity, nodes[0]!);
  const above = intervalAt(nodes[count]!, Infinity);
  putMerged(merged, 0, below);
  putMerged(merged, count + 1, above);
  let unboundedMass = 0;
  for (let k = 0; k < count; k++) {
    const { mass, loss } = intervalAt(nodes[k]!, nodes[k + 1]!);
    if (!(mass > 0)) continue;
    if (loss === Infinity) {
      unboundedMass += mass;
      continue;
    }
    const inside = Math.min(nodes[k + 1]!, Math.max(nodes[k]!, loss));
    const up = Math.min(mass, mass * upperMassShare(inside - nodes[k]!, nodes[k + 1]! - inside));
    split[k]! += mass - up;
    split[k + 1]! += up;
    if (modalLoss === undefined || (first + k !== -1 && first + k !== 0)) {
      putMerged(merged, k + 1, { mass, loss: inside });
    } else if (first + k === 0) {
      putMerged(merged, k + 1, intervalAt(nodes[Math.max(0, k - 1)]!, nodes[k + 1]!));
    }
  }
  const tails = splitTails(below, above, nodes, split);
  return {
    pessimistic: { loss: nodes, mass: split, ...tails, infinityMass: tails.infinityMass + unboundedMass },
    optimistic: occupied(merged),
  };
}

interface MergedIntervals {
  readonly mass: Float64Array;
  readonly loss: Float64Array;
}

function putMerged(merged: MergedIntervals, index: number, { mass, loss }: LossInterval): void {
  if (!(mass > 0) || !Number.isFinite(loss)) return;
  merged.mass[index] = mass;
  merged.loss[index] = loss;
}

/** Every interval with mass as one point. */
function occupied({ mass, loss }: MergedIntervals): Pmf {
  return {
    loss: loss.filter((_, k) => mass[k]! > 0),
    mass: mass.filter((value) => value > 0),
    infinityMass: 0,
    reverseInfinityMass: 0,
  };
}

/** Splits the tails between the outermost node and ratio 0 or infinity, mean kept. */
function splitTails(
  below: LossInterval,
  above: LossInterval,
  nodes: Float64Array,
  split: Float64Array,
): { infinityMass: number; reverseInfinityMass: number } {
  const last = nodes.length - 1;
  let reverseInfinityMass = 0;
  let infinityMass = 0;
  if (below.mass > 0) {
    split[0]! += below.mass;
    reverseInfinityMass = below.mass * (Math.exp(-below.loss) - Math.exp(-nodes[0]!));
  }
  if (above.mass > 0) {
    const kept = above.mass * Math.exp(nodes[last]! - above.loss);
    split[last]! += kept;
    infinityMass = above.mass - kept;
  }
  return {
    infinityMass: Math.max(0, infinityMass),
    reverseInfinityMass: Math.max(0, reverseInfinityMass),
  };
}
