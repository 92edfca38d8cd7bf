import { ROUNDING, roundedDown, roundedUp } from "../../../../numerics/rounding.js";
import type { Bounds } from "../../../../pld/certify/refinement.js";
import { gaussianRatio } from "../../../rdp/gaussian-ratio.js";
import { meanOf } from "../../../rdp/mean-ratio.js";

/**
 * The largest order of which moments are computed one by one: as far as their tables go. Valid at any number,
 * as beyond it bounds are wider.
 */
const MAX_ORDER = 4094;
/** More than moments of integer orders err: docs/theorems/ratio-calculus.md. */
const MOMENT_ERROR = 2 ** -30;

/**
 * Bounds of |log E[S^order]| that need no law of S, the mean of `users` lognormal ratios X of log-variance
 * 1 / s^2: by those of X, by the geometric mean, and where the order is above 1 by integer orders, between
 * which the logarithm is convex.
 *
 * @see docs/theorems/ratio-calculus.md
 */
export function logMomentBounds(users: number, noiseMultiplier: number, order: number): Bounds {
  const { lower, upper } =
    order < 0
      ? negativeOrder(users, noiseMultiplier, -order)
      : order < 1
        ? { lower: 0, upper: ofOne(noiseMultiplier, order) }
        : largeOrder(users, noiseMultiplier, order);
  return { lower: roundedDown(lower, MOMENT_ERROR), upper: roundedUp(upper, MOMENT_ERROR) };
}

/** |log E[X^order]|: S is below X in convex order. */
function ofOne(noiseMultiplier: number, order: number): number {
  return Math.abs(order * (order - 1)) / (2 * noiseMultiplier ** 2);
}

/** From above by the geometric mean; from below by Jensen's inequality under copies that are further out. */
function negativeOrder(users: number, noiseMultiplier: number, power: number): Bounds {
  return {
    lower: power ** 2 / (2 * users * noiseMultiplier ** 2),
    upper: users * ofOne(noiseMultiplier, -power / users),
  };
}

function largeOrder(users: number, noiseMultiplier: number, order: number): Bounds {
  const alone = ofOne(noiseMultiplier, order);
  // One copy of n takes the whole order.
  const lower = Math.max(
    0,
    roundedDown(alone, ROUNDING.fewOperations) -
      roundedUp((order - 1) * Math.log(users), ROUNDING.fewOperations),
  );
  if (order > MAX_ORDER) return { lower, upper: alone };
  const { logMoment } = meanOf(gaussianRatio(noiseMultiplier), users);
  const below = Math.floor(order);
  const [before, first, second, after] = [-1, 0, 1, 2].map((step) => logMoment(below + step)) as [
    number,
    number,
    number,
    number,
  ];
  const share = order - below;
  return {
    lower: Math.max(lower, first + share * (first - before), second - (1 - share) * (after - second)),
    upper: Math.min(alone, first + share * (second - first)),
  };
}
