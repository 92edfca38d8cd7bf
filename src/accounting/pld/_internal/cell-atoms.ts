import type { AtomsBracket, LossAtoms } from "../loss-pair.js";
import { upperShare } from "./upper-share.js";

/** What a pair with continuous losses knows of the outcomes whose loss lies in an interval. */
export interface LossCell {
  /** Their mass under P. */
  readonly mass: number;
  /** log(P-mass / Q-mass), the loss of the merged outcome, or Infinity where nothing bounds it; unused where there is no mass. */
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
  const cells: LossCell[] = [];
  const nodes = Float64Array.from({ length: count + 1 }, (_, k) => (first + k) * width);
  const raised = new Float64Array(count + 1);
  let unbounded = 0;
  for (let k = 0; k < count; k++) {
    const cell = cellBetween(nodes[k]!, nodes[k + 1]!);
    if (!(cell.mass > 0)) continue;
    if (cell.loss === Infinity) {
      unbounded += cell.mass;
      continue;
    }
    const inside = Math.min(nodes[k + 1]!, Math.max(nodes[k]!, cell.loss));
    const up = cell.mass * upperShare(inside - nodes[k]!, nodes[k + 1]! - inside);
    cells.push({ mass: cell.mass, loss: inside });
    raised[k]! += cell.mass - Math.min(up, cell.mass);
    raised[k + 1]! += Math.min(up, cell.mass);
  }
  const below = cellBetween(-Infinity, nodes[0]!);
  const above = cellBetween(nodes[count]!, Infinity);
  const tails = splitTails(below, above, nodes, raised);
  return {
    upper: { loss: nodes, mass: raised, ...tails, infinite: tails.infinite + unbounded },
    lower: merged([below, ...cells, above]),
  };
}

/** Every cell as one atom. */
function merged(cells: readonly LossCell[]): LossAtoms {
  const heavy = cells.filter(({ mass, loss }) => mass > 0 && Number.isFinite(loss));
  return {
    loss: Float64Array.from(heavy, ({ loss }) => loss),
    mass: Float64Array.from(heavy, ({ mass }) => mass),
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
