import { logSpreadOf } from "./log-spread-of.js";
import type { RatioLaw } from "./ratio-law.js";

/** Standard deviations within which nodes are evenly spaced in the logarithm; beyond, their spacing grows with the distance. */
const EVEN = 5;

/**
 * Bin ends for share * one + (1 - share) * other, in values less the origin of `one`: zero, then points even in the logarithm.
 */
export function nodesFor(one: RatioLaw, other: RatioLaw, share: number, fineness: number): Float64Array {
  const { origin } = one;
  const spread = logSpreadOf(one);
  const stdDev = Math.hypot(
    share * spread.stdDev,
    (1 - share) * Math.min(logSpreadOf(other).stdDev, spread.stdDev),
  );
  const lowest = Math.log(share * smallest(one) + (1 - share) * smallest(other));
  const highest = Math.log(share * largest(one) + (1 - share) * largest(other));
  const below = distances(spread.mean - lowest, stdDev, fineness).reverse();
  const above = distances(highest - spread.mean, stdDev, fineness);
  const logs = [...below.map((d) => spread.mean - d), spread.mean, ...above.map((d) => spread.mean + d)];
  const value = origin === 1 ? Math.expm1 : Math.exp;
  return Float64Array.from([-origin, ...logs.map(value)]);
}

/** Rising distances from the centre, the last one at or beyond `reach`. */
function distances(reach: number, stdDev: number, fineness: number): number[] {
  const found: number[] = [];
  for (let distance = 0; distance < reach; ) {
    distance += fineness * Math.max(stdDev, distance / EVEN);
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
