/**
 * Masses on a window of a lattice, as the cyclic sequences of a Fourier transform: the index is that of the
 * lattice modulo the length.
 */
import type { LatticePmf } from "../pmf.js";

/** The masses of a law's points, or others in their place, folded onto `length` points. */
export function foldedMass(
  { first, mass }: Pick<LatticePmf, "first" | "mass">,
  length: number,
): Float64Array {
  const folded = new Float64Array(length);
  let at = wrap(first, length);
  for (let i = 0; i < mass.length; i++) {
    folded[at]! += mass[i]!;
    at = at + 1 === length ? 0 : at + 1;
  }
  return folded;
}

/** The sequence from index `first` on, without what rounding made negative. */
export function unwrapped(cyclic: Float64Array, first: number): Float64Array {
  const start = wrap(first, cyclic.length);
  const out = new Float64Array(cyclic.length);
  out.set(cyclic.subarray(start));
  out.set(cyclic.subarray(0, start), cyclic.length - start);
  for (let i = 0; i < out.length; i++) if (out[i]! < 0) out[i] = 0;
  return out;
}

export function euclideanNorm(sequence: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < sequence.length; i++) sum += sequence[i]! ** 2;
  return Math.sqrt(sum);
}

function wrap(index: number, length: number): number {
  return ((index % length) + length) % length;
}
