import type { Guarantee } from "../../../privacy/index.js";
import { lesserSum, ROUNDED_DOWN, type Sum, sumOf } from "./least-sum.js";
import type { Part } from "./part.js";
import { tailLaw } from "./tail-law.js";

/** So much smaller is the second delta at which each part is looked at. */
const SMALLER = 2 ** -8;
/** No part gets less than this share: at a delta of 0 most have no epsilon. */
const LEAST_SHARE = 2 ** -20;
/** What the parts get together that have no epsilon at an equal share. */
const NEEDY_SHARE = 0.9;

/**
 * The least sum found of the parts' epsilons where their deltas add up to at most `delta`; undefined where none is found.
 *
 * Where each part's epsilon is by {@link tailLaw}, the sum is least where shares of delta are about as the rates.
 */
export function splitDelta(parts: readonly Part[], delta: number): Sum<Guarantee> | undefined {
  const equal = parts.map(() => 1 / parts.length);
  const even = figuresAt(parts, equal, delta);
  if (even.some((each) => each === undefined)) {
    return epsilonSum(figuresAt(parts, sharesWithNeedy(even), delta));
  }
  const smaller = figuresAt(parts, equal, delta * SMALLER);
  const rates = parts.map((_, i) => tailLaw(even[i]!, smaller[i]).rate);
  return lesserSum(epsilonSum(even), epsilonSum(figuresAt(parts, sharesOf(rates), delta)));
}

function figuresAt(
  parts: readonly Part[],
  shares: readonly number[],
  delta: number,
): readonly (Guarantee | undefined)[] {
  return parts.map((part, i) => part.epsilonAt(shares[i]! * delta * ROUNDED_DOWN));
}

function epsilonSum(figures: readonly (Guarantee | undefined)[]): Sum<Guarantee> | undefined {
  return sumOf(figures, ({ epsilon }) => epsilon.upper);
}

/** Parts without an epsilon at an equal share get most of delta. */
function sharesWithNeedy(even: readonly (Guarantee | undefined)[]): readonly number[] {
  const needy = even.filter((each) => each === undefined).length;
  const others = even.length - needy;
  const ofNeedy = others === 0 ? 1 : NEEDY_SHARE;
  return even.map((each) => (each === undefined ? ofNeedy / needy : (1 - NEEDY_SHARE) / others));
}

/** Shares as the rates; parts of an infinite one keep an equal share. */
function sharesOf(rates: readonly number[]): readonly number[] {
  const finite = rates.filter((rate) => rate < Infinity);
  const total = finite.reduce((sum, rate) => sum + rate, 0);
  const given = finite.length / rates.length - LEAST_SHARE * finite.length;
  return rates.map((rate) => {
    if (rate === Infinity) return 1 / rates.length;
    return LEAST_SHARE + given * (total > 0 ? rate / total : 1 / finite.length);
  });
}
