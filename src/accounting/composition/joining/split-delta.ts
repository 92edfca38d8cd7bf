import { ROUNDING, roundedDown } from "../../../numerics/rounding.js";
import type { Guarantee } from "../../../privacy/index.js";
import { lesserSum, type Sum, sumOf } from "./least-sum.js";
import type { Part } from "./part.js";
import { tailLaw } from "./tail-law.js";

/**
 * So much smaller is the second delta at which each part is looked at: the first at which it has an epsilon.
 * Valid at any: their squares or roots move an epsilon by up to 2e-4, up or down.
 */
const SMALLER = [2 ** -8, 2 ** -4, 2 ** -2, 2 ** -1] as const;
/**
 * What the parts get together that have no epsilon at an equal share. Valid at any share: other splits
 * follow.
 */
const NEEDY_SHARE = 0.9;

/**
 * The least sum found of the parts' epsilons where their deltas add up to at most `delta`; undefined where
 * none is found.
 *
 * Where each part's epsilon is by {@link tailLaw}, the sum is least where shares of delta are about as the
 * rates.
 */
export function splitDelta(parts: readonly Part[], delta: number): Sum<Guarantee> | undefined {
  const equal = parts.map(() => 1 / parts.length);
  const even = figuresAt(parts, equal, delta);
  if (even.some((each) => each === undefined)) {
    return epsilonSum(figuresAt(parts, sharesWithNeedy(even), delta));
  }
  const looks = parts.map((part, i) => lookBelow(part, even[i]!));
  return lesserSum(epsilonSum(even), epsilonSum(figuresAt(parts, sharesOf(looks), delta)));
}

/** What a part gains by a larger share, and a share that leaves it an epsilon. */
interface Look {
  readonly rate: number;
  readonly leastShare: number;
}

/** A part may have no epsilon at less than it was seen to have one at. */
function lookBelow(part: Part, even: Guarantee): Look {
  for (const smaller of SMALLER) {
    const figure = part.epsilonAt(even.delta * smaller);
    if (figure === undefined) continue;
    return { rate: tailLaw(even, figure).rate, leastShare: smaller };
  }
  return { rate: 0, leastShare: 1 };
}

function figuresAt(
  parts: readonly Part[],
  shares: readonly number[],
  delta: number,
): readonly (Guarantee | undefined)[] {
  return parts.map((part, i) => part.epsilonAt(roundedDown(shares[i]! * delta, ROUNDING.longSum)));
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

/** What each part needs, and the rest as the rates. */
function sharesOf(looks: readonly Look[]): readonly number[] {
  const needs = looks.map(({ leastShare }) => leastShare / looks.length);
  const rest = 1 - needs.reduce((sum, need) => sum + need, 0);
  const total = looks.reduce((sum, { rate }) => sum + rate, 0);
  return looks.map(({ rate }, i) => needs[i]! + rest * (total > 0 ? rate / total : 1 / looks.length));
}
