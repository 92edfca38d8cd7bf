import type { LatticePmf, Pmf, RepeatedPmf, Side } from "../pmf.js";
import { aroundModalLoss } from "./around-modal-loss.js";
import { discretizeOptimistic, discretizePessimistic } from "./discretize-on-lattice.js";
import { truncateTails } from "./truncate-tails.js";

/** A law and how often it runs. */
export interface RepeatedLaw {
  readonly pmf: Pmf;
  readonly times: number;
}

/** What the lattice is made for. */
export interface LatticeGrid {
  /** The wanted step, nats. */
  readonly step: number;
  /** Mass that may be cut off at each end of a law that is too long. */
  readonly negligibleMass: number;
  /** Points of one law, and of all. */
  readonly limits: { readonly roundPoints: number; readonly passPoints: number };
}

export interface CommonLattice {
  readonly parts: readonly RepeatedPmf[];
  /** Add it to the losses of the composition. */
  readonly origin: number;
}

/**
 * Laws on one lattice about the sum of their likeliest losses: with the wanted step, or as much longer a one
 * as their points together need.
 */
export function onCommonLattice(laws: readonly RepeatedLaw[], side: Side, grid: LatticeGrid): CommonLattice {
  const { step, negligibleMass, limits } = grid;
  const centred = laws.map(({ pmf, times }) => ({ ...aroundModalLoss(pmf), times }));
  const fitting = centred.map(({ pmf }) =>
    spanOf(pmf) > limits.roundPoints * step ? truncateTails(pmf, negligibleMass, side) : pmf,
  );
  const points = fitting.reduce((sum, pmf) => sum + spanOf(pmf) / step, 0);
  const taken = step * Math.max(1, points / limits.passPoints);
  return {
    parts: fitting.map((pmf, i) => ({ pmf: onLattice(pmf, taken, side), times: laws[i]!.times })),
    origin: centred.reduce((sum, { times, modalLoss }) => sum + times * modalLoss, 0),
  };
}

function onLattice(pmf: Pmf, step: number, side: Side): LatticePmf {
  return side === "pessimistic" ? discretizePessimistic(pmf, step) : discretizeOptimistic(pmf, step);
}

function spanOf({ loss }: Pmf): number {
  return loss.at(-1)! - loss[0]!;
}
