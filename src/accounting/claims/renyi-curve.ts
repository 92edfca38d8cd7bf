/** Renyi differential privacy as a function of the order: an upper bound of D_order in both directions. */
export interface RenyiCurve {
  /** @param order real, > 1, or Infinity; +Infinity where no bound is known. */
  at(order: number): number;
}

/**
 * Moments are not computed beyond this order: at delta = 1e-300 the term log(1/delta) / (order - 1) is down
 * to 0.17. Valid at any order: twice or half of it changed none of 24 figures.
 */
export const MAX_ORDER = 4096;

/**
 * A curve from log-moments at integer orders.
 *
 * log E[Z^order] is convex in the order (Hoelder), so that linear interpolation between integers is an upper
 * bound.
 *
 * @param logMoment log E[Z^order], or an upper bound of it, at integer orders from 2
 */
export function curveOf(logMoment: (order: number) => number): RenyiCurve {
  return {
    at: (order) => {
      const above = Math.ceil(order);
      if (above > MAX_ORDER) return Infinity;
      const share = order - (above - 1);
      const below = above === 2 || share === 1 ? 0 : (1 - share) * logMoment(above - 1);
      return (below + share * logMoment(above)) / (order - 1);
    },
  };
}
