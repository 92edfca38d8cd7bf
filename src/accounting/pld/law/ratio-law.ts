import type { LossAtoms } from "../loss-pair.js";

/**
 * A discrete law of a likelihood ratio under Q: nonnegative, mass one, mean one.
 *
 * Values are stored less `origin`: narrow laws around one keep their relative accuracy with origin 1, broad ones near zero
 * with origin 0.
 */
export interface RatioLaw {
  readonly origin: 0 | 1;
  /** Rising. */
  readonly value: Float64Array;
  readonly mass: Float64Array;
  /** The part of the mean that sits at infinity, with no mass. */
  readonly infinite: number;
}

/** Two laws with E f(lower) <= E f(true) <= E f(upper) for every convex f: lower and upper in convex order. */
export interface RatioLawBracket {
  readonly upper: RatioLaw;
  readonly lower: RatioLaw;
}

/** The ratio e^loss under Q. */
export function ratioLawOf(atoms: LossAtoms): RatioLaw {
  const start = atoms.vanishing > 0 ? 1 : 0;
  const value = new Float64Array(atoms.loss.length + start);
  const mass = new Float64Array(value.length).fill(atoms.vanishing, 0, start);
  for (let i = 0; i < atoms.loss.length; i++) {
    value[start + i] = Math.exp(atoms.loss[i]!);
    mass[start + i] = atoms.mass[i]! * Math.exp(-atoms.loss[i]!);
  }
  return { origin: 0, value, mass, infinite: atoms.infinite };
}

/** The atoms of the pair that has this ratio. */
export function lossAtomsOf({ origin, value, mass, infinite }: RatioLaw): LossAtoms {
  const start = value.length > 0 && value[0]! + origin <= 0 ? 1 : 0;
  const inside = value.subarray(start);
  return {
    loss: inside.map((v) => (origin === 1 ? Math.log1p(v) : Math.log(v))),
    mass: mass.subarray(start).map((m, i) => m * (origin + inside[i]!)),
    infinite,
    vanishing: start === 1 ? mass[0]! : 0,
  };
}
