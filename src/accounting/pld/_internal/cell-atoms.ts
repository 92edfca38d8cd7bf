import type { AtomsBracket } from "../loss-pair.js";
import { upperShare } from "./upper-share.js";

/** What a pair with continuous losses knows of the outcomes whose loss lies in an interval. */
export interface LossCell {
  /** Their mass under P. */
  readonly mass: number;
  /** log(P-mass / Q-mass), the loss of the merged outcome; unused where there is no mass. */
  readonly loss: number;
}

/** Cells per step: their own width is felt 16 times less than the lattice's. */
const CELLS_PER_STEP = 4;

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
  const loss: number[] = [];
  const mass: number[] = [];
  const nodes = Float64Array.from({ length: count + 1 }, (_, k) => (first + k) * width);
  const raised = new Float64Array(count + 1);
  for (let k = 0; k < count; k++) {
    const cell = cellBetween(nodes[k]!, nodes[k + 1]!);
    if (!(cell.mass > 0)) continue;
    const inside = Math.min(nodes[k + 1]!, Math.max(nodes[k]!, cell.loss));
    const up = cell.mass * upperShare(inside - nodes[k]!, nodes[k + 1]! - inside);
    loss.push(inside);
    mass.push(cell.mass);
    raised[k]! += cell.mass - Math.min(up, cell.mass);
    raised[k + 1]! += Math.min(up, cell.mass);
  }
  const tails = tailsOf(cellBetween, nodes, raised);
  return {
    upper: { loss: nodes, mass: raised, ...tails },
    lower: { loss: Float64Array.from(loss), mass: Float64Array.from(mass), infinite: 0, vanishing: 0 },
  };
}

/** Splits the tails between the outermost node and ratio 0 or infinity, mean kept. */
function tailsOf(
  cellBetween: (from: number, to: number) => LossCell,
  nodes: Float64Array,
  raised: Float64Array,
): { infinite: number; vanishing: number } {
  const [start, end] = [nodes[0]!, nodes.at(-1)!];
  const below = cellBetween(-Infinity, start);
  const above = cellBetween(end, Infinity);
  let vanishing = 0;
  let infinite = 0;
  if (below.mass > 0) {
    raised[0]! += below.mass;
    vanishing = below.mass * (Math.exp(-below.loss) - Math.exp(-start));
  }
  if (above.mass > 0) {
    const kept = above.mass * Math.exp(end - above.loss);
    raised[raised.length - 1]! += kept;
    infinite = above.mass - kept;
  }
  return { infinite: Math.max(0, infinite), vanishing: Math.max(0, vanishing) };
}
