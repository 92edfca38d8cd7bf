import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import type { DominatingPair } from "../../../pld/dominating-pair.js";
import { discretePair } from "../../../pld/pairs/discrete-pair.js";

/**
 * A random number N of dummies for each category: centre + X, X discrete Laplace noise, redrawn until it is a
 * possible number.
 */
export interface CategoryDummies {
  /** lambda, integer >= 0. */
  readonly centre: number;
  /** b > 0: P(X = x) is proportional to e^(-|x| / b). */
  readonly laplaceScale: number;
  /** Whether there are two categories, and 2 lambda dummies in all; else the numbers are independent. */
  readonly isTotalConstant: boolean;
}

/**
 * The (epsilon, delta) of truthful messages of any number of users, replace-one; no smaller epsilon has this
 * delta.
 */
export function categoryDummiesGuarantee(dummies: CategoryDummies): {
  readonly epsilon: number;
  readonly delta: number;
} {
  const movedCounts = dummies.isTotalConstant ? 1 : 2;
  return {
    epsilon: roundedUp(movedCounts / dummies.laplaceScale, ROUNDING.fewOperations),
    delta: Math.min(1, massesOf(dummies).none * (1 + 2 ** -44)),
  };
}

/**
 * The pairs of the counts that a replaced message moves, exactly: (N + 1, N), and where the numbers are
 * independent (N, N + 1), too.
 *
 * @see docs/theorems/dummies.md, section 7
 */
export function movedCountPairs(dummies: CategoryDummies): readonly DominatingPair[] {
  const { none, below, from } = massesOf(dummies);
  const ratio = Math.exp(1 / dummies.laplaceScale);
  // N + 1 against N: at 0, at 1 to lambda, beyond, and where N + 1 alone may be.
  const more = [0, below, from, dummies.isTotalConstant ? none : 0];
  const same = [none, below * ratio, from / ratio, 0];
  const pair = discretePair(more, same);
  return dummies.isTotalConstant ? [pair] : [pair, discretePair(same, more)];
}

/** (1 - r) times the sum of r^|x| over all possible X, r = e^(-1 / b). */
export function weightOfNumbers({ centre, laplaceScale, isTotalConstant }: CategoryDummies): number {
  const ratio = Math.exp(-1 / laplaceScale);
  const inside = -Math.expm1(-centre / laplaceScale);
  return isTotalConstant ? -Math.expm1(-1 / laplaceScale) + 2 * ratio * inside : 1 + ratio * inside;
}

/** P(N = 0), P(N < lambda), and P(N >= lambda) without the last number of all. */
function massesOf(dummies: CategoryDummies): {
  readonly none: number;
  readonly below: number;
  readonly from: number;
} {
  const { centre, laplaceScale, isTotalConstant } = dummies;
  const ratio = Math.exp(-1 / laplaceScale);
  const step = -Math.expm1(-1 / laplaceScale);
  const reach = Math.exp(-centre / laplaceScale);
  const inside = -Math.expm1(-centre / laplaceScale);
  const total = weightOfNumbers(dummies);
  return {
    none: (reach * step) / total,
    below: (ratio * inside) / total,
    from: (isTotalConstant ? inside : 1) / total,
  };
}
