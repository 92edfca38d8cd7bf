import type { DominatingPair } from "../dominating-pair.js";
import type { Pmf } from "../pmf.js";

/** A pair of laws on the same finite set of outcomes. */
export function discretePair(massP: readonly number[], massQ: readonly number[]): DominatingPair {
  const pmf = lossPmf(massP, massQ);
  const total = pmf.mass.reduce((sum, mass) => sum + mass, 0);
  const mean = pmf.loss.reduce((sum, loss, i) => sum + loss * pmf.mass[i]!, 0) / total;
  const variance = pmf.loss.reduce((sum, loss, i) => sum + (loss - mean) ** 2 * pmf.mass[i]!, 0) / total;
  // Equal up to the rounding of the logarithms.
  const sizes = new Set(
    [...pmf.loss].filter((loss) => loss !== 0).map((loss) => Math.abs(loss).toPrecision(12)),
  );
  return {
    symmetric: false,
    lossStdDev: Math.sqrt(variance) || Math.abs(mean) || 1,
    lossSpan: () => (pmf.loss.at(-1) ?? 0) - (pmf.loss[0] ?? 0),
    ...(sizes.size === 1 && { hints: { alignment: Math.abs(pmf.loss.at(-1)!) } }),
    pmfs: () => ({ pessimistic: pmf, optimistic: pmf }),
  };
}

function lossPmf(massP: readonly number[], massQ: readonly number[]): Pmf {
  const shared = massP.flatMap((p, i) =>
    p > 0 && massQ[i]! > 0 ? [{ p, loss: Math.log(p / massQ[i]!) }] : [],
  );
  shared.sort((a, b) => a.loss - b.loss);
  return {
    loss: Float64Array.from(shared, ({ loss }) => loss),
    mass: Float64Array.from(shared, ({ p }) => p),
    infinityMass: massP.reduce((sum, p, i) => (massQ[i] === 0 ? sum + p : sum), 0),
    reverseInfinityMass: massQ.reduce((sum, q, i) => (massP[i] === 0 ? sum + q : sum), 0),
  };
}
