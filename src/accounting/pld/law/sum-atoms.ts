import { balanced } from "./balanced.js";
import type { SumAtoms } from "./lattice-law.js";
import type { RatioLaw } from "./ratio-law.js";

/** The atoms of the sum of `copies`, given the law of their mean. */
export function sumAtomsOf(
  { origin, value, mass, infinite }: RatioLaw,
  copies: number,
  width: number,
): SumAtoms {
  const start = value[0]! + origin > 0 ? 0 : 1;
  return {
    copies,
    width,
    place: scaled(value.subarray(start), origin - 1, copies / width),
    mass: mass.subarray(start),
    zero: start === 1 ? mass[0]! : 0,
    infinite: infinite * copies,
  };
}

/** The law of the mean, given the atoms of the sum. */
export function meanLawOf({ copies, width, place, mass, zero, infinite }: SumAtoms): RatioLaw {
  return {
    origin: 1,
    value: prepended(-1, scaled(place, 0, width / copies)),
    mass: prepended(zero, mass),
    infinite: infinite / copies,
  };
}

function scaled(values: Float64Array, shift: number, factor: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (values[i]! + shift) * factor;
  return out;
}

function prepended(value: number, rest: Float64Array): Float64Array {
  const all = new Float64Array(rest.length + 1);
  all[0] = value;
  all.set(rest, 1);
  return all;
}

/** Mass and mean restored after rounding. */
export function balancedSum(atoms: SumAtoms): SumAtoms {
  const { mass } = balanced(meanLawOf(atoms));
  return { ...atoms, zero: mass[0]!, mass: mass.subarray(1) };
}
