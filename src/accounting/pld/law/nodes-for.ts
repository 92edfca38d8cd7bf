import { logSpreadOf } from "./log-spread-of.js";
import type { RatioLaw } from "./ratio-law.js";

/**
 * The spacing in the logarithm: even about the centre, then growing with the distance, faster in the far tail of rare large
 * values, whose own scale is a share of their distance; never above `largest`.
 */
function spacingAt(distance: number, stdDev: number, { fineness, largest }: Spacing): number {
  const growing = Math.max(stdDev, distance / EVEN, FAR_SHARE * (distance - FAR * stdDev));
  return Math.min(largest, fineness * growing);
}

/** Standard deviations within which the spacing is even, and beyond which the tail is far. */
const EVEN = 5;
const FAR = 10;
const FAR_SHARE = 0.4;

export interface Spacing {
  /** In standard deviations of the law's logarithm. */
  readonly fineness: number;
  readonly largest: number;
}

/**
 * Bin ends for share * one + (1 - share) * other, in values less the origin of `one`: zero, then points even in the logarithm.
 */
export function nodesFor(one: RatioLaw, other: RatioLaw, share: number, spacing: Spacing): Float64Array {
  const { origin } = one;
  const spread = logSpreadOf(one);
  const stdDev = Math.hypot(
    share * spread.stdDev,
    (1 - share) * Math.min(logSpreadOf(other).stdDev, spread.stdDev),
  );
  const lowest = Math.log(share * smallest(one) + (1 - share) * smallest(other));
  const highest = Math.log(share * largest(one) + (1 - share) * largest(other));
  const below = distances(spread.mean - lowest, stdDev, spacing).reverse();
  const above = distances(highest - spread.mean, stdDev, spacing);
  const logs = [...below.map((d) => spread.mean - d), spread.mean, ...above.map((d) => spread.mean + d)];
  const value = origin === 1 ? Math.expm1 : Math.exp;
  return Float64Array.from([-origin, ...logs.map(value)]);
}

/** Rising distances from the centre, the last one at or beyond `reach`. */
function distances(reach: number, stdDev: number, spacing: Spacing): number[] {
  const found: number[] = [];
  for (let distance = 0; distance < reach; ) {
    distance += spacingAt(distance, stdDev, spacing);
    found.push(distance);
  }
  return found;
}

function smallest({ origin, value }: RatioLaw): number {
  return origin + (value[0]! + origin > 0 ? value[0]! : value[1]!);
}

function largest({ origin, value }: RatioLaw): number {
  return origin + value.at(-1)!;
}
