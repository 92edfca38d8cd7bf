/** Renyi differential privacy as a function of the order: an upper bound of D_order in both directions. */
export interface RenyiCurve {
  /** @param order real, > 1; +Infinity is the answer where nothing is known. */
  at(order: number): number;
}

/** Orders beyond this are not tabulated: at delta = 1e-300 the term log(1/delta) / (order - 1) is down to 0.17. */
export const MAX_ORDER = 4096;

/**
 * A curve from log-moments at integer orders, computed in growing tables as higher orders are asked for.
 *
 * log E[Z^order] is convex in the order, so that linear interpolation between integers is an upper bound (theory: Lyapunov).
 *
 * @param logMomentsUpTo entries k = 0..maxOrder are log E[Z^k] or upper bounds of it
 */
export function tabulatedCurve(logMomentsUpTo: (maxOrder: number) => Float64Array): RenyiCurve {
  let table: Float64Array = new Float64Array(2);
  return {
    at: (order) => {
      const above = Math.ceil(order);
      if (above > MAX_ORDER) return Infinity;
      if (above >= table.length) table = logMomentsUpTo(nextTableSize(above));
      const below = above - 1;
      const share = order - below;
      return ((1 - share) * table[below]! + share * table[above]!) / (order - 1);
    },
  };
}

function nextTableSize(order: number): number {
  return [64, 512, MAX_ORDER].find((size) => size >= order) ?? MAX_ORDER;
}
