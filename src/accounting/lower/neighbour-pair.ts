import type { DominatingPair } from "../../pld/dominating-pair.js";
import { type Pmf, reversePmf } from "../../pld/pmf.js";

/**
 * The output laws (P, Q) of one round on two neighbouring data sets, or of a post-processing of it: what the
 * round spends is at least what they show.
 */
export interface NeighbourPair extends Pick<DominatingPair, "symmetric" | "lossStdDev" | "hints"> {
  /** About the distance between the smallest and the largest loss of (P, Q), or of (Q, P), nats. */
  lossSpan(negligibleMass: number, reverse: boolean): number;
  /** A discrete law of the loss below that of (P, Q), or of (Q, P). */
  below(step: number, negligibleMass: number, reverse: boolean): Pmf;
}

/** A pair of output laws of which laws on both sides are known. */
export function neighbourPair(pair: DominatingPair): NeighbourPair {
  const { symmetric, lossStdDev, lossSpan, hints } = pair;
  return {
    symmetric,
    lossStdDev,
    lossSpan,
    ...(hints !== undefined && { hints }),
    below: (step, negligibleMass, reverse) => {
      const { optimistic } = pair.pmfs(step, negligibleMass);
      return reverse ? reversePmf(optimistic) : optimistic;
    },
  };
}

/** A pair known by discrete laws below it, one in each direction, or one for both of a symmetric pair. */
export function discreteNeighbourPair(forward: Pmf, backward: Pmf = forward): NeighbourPair {
  const { mean, variance } = momentsOf(forward);
  return {
    symmetric: backward === forward,
    lossStdDev: Math.sqrt(variance) || Math.abs(mean) || 1,
    lossSpan: (_negligibleMass, reverse) => spanOf(reverse ? backward : forward),
    below: (_step, _negligibleMass, reverse) => (reverse ? backward : forward),
  };
}

function spanOf({ loss }: Pmf): number {
  return (loss.at(-1) ?? 0) - (loss[0] ?? 0);
}

function momentsOf({ loss, mass }: Pmf): { readonly mean: number; readonly variance: number } {
  const total = mass.reduce((sum, each) => sum + each, 0) || 1;
  const mean = loss.reduce((sum, each, i) => sum + each * mass[i]!, 0) / total;
  return { mean, variance: loss.reduce((sum, each, i) => sum + (each - mean) ** 2 * mass[i]!, 0) / total };
}
