import type { LossAtoms, LossPair } from "../loss-pair.js";

/** A pair of laws on the same finite set of outcomes. */
export function discretePair(massP: readonly number[], massQ: readonly number[]): LossPair {
  const atoms = atomsOf(massP, massQ);
  const total = atoms.mass.reduce((sum, mass) => sum + mass, 0);
  const mean = atoms.loss.reduce((sum, loss, i) => sum + loss * atoms.mass[i]!, 0) / total;
  const variance = atoms.loss.reduce((sum, loss, i) => sum + (loss - mean) ** 2 * atoms.mass[i]!, 0) / total;
  // Equal up to the rounding of the logarithms.
  const sizes = new Set(
    [...atoms.loss].filter((loss) => loss !== 0).map((loss) => Math.abs(loss).toPrecision(12)),
  );
  return {
    symmetric: false,
    lossScale: Math.sqrt(variance) || Math.abs(mean) || 1,
    lossSpan: () => (atoms.loss.at(-1) ?? 0) - (atoms.loss[0] ?? 0),
    ...(sizes.size === 1 ? { alignment: Math.abs(atoms.loss.at(-1)!) } : {}),
    atoms: () => ({ upper: atoms, lower: atoms }),
  };
}

function atomsOf(massP: readonly number[], massQ: readonly number[]): LossAtoms {
  const shared = massP.flatMap((p, i) => (p > 0 && massQ[i]! > 0 ? [{ p, loss: lossOf(p, massQ[i]!) }] : []));
  shared.sort((a, b) => a.loss - b.loss);
  return {
    loss: Float64Array.from(shared, ({ loss }) => loss),
    mass: Float64Array.from(shared, ({ p }) => p),
    infinite: massP.reduce((sum, p, i) => (massQ[i] === 0 ? sum + p : sum), 0),
    vanishing: massQ.reduce((sum, q, i) => (massP[i] === 0 ? sum + q : sum), 0),
  };
}

/** log(p / q), also where the quotient leaves the normal doubles. */
function lossOf(p: number, q: number): number {
  const ratio = p / q;
  return ratio > 1e-300 && ratio < 1e300 ? Math.log(ratio) : Math.log(p) - Math.log(q);
}
