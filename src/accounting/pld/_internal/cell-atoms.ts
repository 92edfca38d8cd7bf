import type { AtomsBracket, LossAtoms } from "../loss-pair.js";
import { upperShare } from "./upper-share.js";

/** What a pair with continuous losses knows of the outcomes whose loss lies in an interval. */
export interface LossCell {
  /** Their mass under P. */
  readonly mass: number;
  /** log(P-mass / Q-mass), the loss of the merged outcome, or Infinity where nothing bounds it; unused where there is no mass. */
  readonly loss: number;
}

/** Cells per step: more would narrow the lower side only, and that hardly. */
export const CELLS_PER_STEP = 2;

/**
 * Encloses a pair with continuous losses: merged cells lie below it, cells split onto their ends above it.
 *
 * @param cellBetween masses of the outcomes with loss in [from, to]; ends may be infinite
 * @param range losses outside which P and Q have negligible mass
 */
export function cellAtoms(
  cellBetween: (from: number, to: number) => LossCell,
  range: { readonly min: number; readonly max: number },
  step: number,
): AtomsBracket {
  const width = step / CELLS_PER_STEP;
  const first = Math.floor(range.min / width);
  const count = Math.ceil(range.max / width) - first;
  const nodes = new Float64Array(count + 1).map((_, k) => (first + k) * width);
  const raised = new Float64Array(count + 1);
  // The tails' cells come first and last.
  const merged = { mass: new Float64Array(count + 2), loss: new Float64Array(count + 2) };
  const below = cellBetween(-Infinity, nodes[0]!);
  const above = cellBetween(nodes[count]!, Infinity);
  putCell(merged, 0, below);
  putCell(merged, count + 1, above);
  let unbounded = 0;
  for (let k = 0; k < count; k++) {
    const { mass, loss } = cellBetween(nodes[k]!, nodes[k + 1]!);
    if (!(mass > 0)) continue;
    if (loss === Infinity) {
      unbounded += mass;
      continue;
    }
    const inside = Math.min(nodes[k + 1]!, Math.max(nodes[k]!, loss));
    const up = Math.min(mass, mass * upperShare(inside - nodes[k]!, nodes[k + 1]! - inside));
    raised[k]! += mass - up;
    raised[k + 1]! += up;
    putCell(merged, k + 1, { mass, loss: inside });
  }
  const tails = splitTails(below, above, nodes, raised);
  return {
    upper: { loss: nodes, mass: raised, ...tails, infinite: tails.infinite + unbounded },
    lower: heavyAtoms(merged),
  };
}

interface Merged {
  readonly mass: Float64Array;
  readonly loss: Float64Array;
}

function putCell(merged: Merged, place: number, { mass, loss }: LossCell): void {
  if (!(mass > 0) || !Number.isFinite(loss)) return;
  merged.mass[place] = mass;
  merged.loss[place] = loss;
}

/** Every cell with mass as one atom. */
function heavyAtoms({ mass, loss }: Merged): LossAtoms {
  return {
    loss: loss.filter((_, k) => mass[k]! > 0),
    mass: mass.filter((value) => value > 0),
    infinite: 0,
    vanishing: 0,
  };
}

/** Splits the tails between the outermost node and ratio 0 or infinity, mean kept. */
function splitTails(
  below: LossCell,
  above: LossCell,
  nodes: Float64Array,
  raised: Float64Array,
): { infinite: number; vanishing: number } {
  const last = nodes.length - 1;
  let vanishing = 0;
  let infinite = 0;
  if (below.mass > 0) {
    raised[0]! += below.mass;
    vanishing = below.mass * (Math.exp(-below.loss) - Math.exp(-nodes[0]!));
  }
  if (above.mass > 0) {
    const kept = above.mass * Math.exp(nodes[last]! - above.loss);
    raised[last]! += kept;
    infinite = above.mass - kept;
  }
  return { infinite: Math.max(0, infinite), vanishing: Math.max(0, vanishing) };
}
