import { memoizeLast } from "../../numerics/memoize-last.js";
import { LossBins } from "../discretize/loss-bins.js";
import type { DominatingPair } from "../dominating-pair.js";

/**
 * Laplace noise of scale b and sensitivity one: losses +-1/b with point masses, and a density between them.
 */
export function laplacePair(laplaceScale: number): DominatingPair {
  const largest = 1 / laplaceScale;
  // P-mass of the losses below l: e^(-(1/b - l) / 2) / 2; between two losses the mean ratio is that of their
  // middle.
  const massBelow = (loss: number) => Math.exp((loss - largest) / 2) / 2;
  return {
    symmetric: true,
    lossStdDev: Math.min(largest, Math.sqrt(largest)),
    lossSpan: () => 2 * largest,
    hints: { alignment: largest },
    pmfs: memoizeLast((step) => {
      const width = step / 4;
      const bins = new LossBins(width);
      const add = (loss: number, mass: number) =>
        bins.add(loss, mass * Math.exp(Math.min(0, -loss)), -mass * Math.expm1(-loss));
      // Beside other mechanisms the losses need not fit the lattice: the density is cut where bins end, and
      // where it ends.
      const last = Math.ceil(largest / width);
      for (let k = -last; k < last; k++) {
        const from = Math.max(-largest, k * width);
        const to = Math.min(largest, (k + 1) * width);
        if (to > from) add((from + to) / 2, massBelow(from) * Math.expm1((to - from) / 2));
      }
      add(-largest, massBelow(-largest));
      add(largest, 0.5);
      return { pessimistic: bins.pessimistic(0), optimistic: bins.optimistic() };
    }),
  };
}
