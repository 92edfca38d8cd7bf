import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import type { LocalEvent, RandomizedResponseEvent, SubsetResponseEvent } from "../../privacy/index.js";

/**
 * A local randomizer of two levels, of which k-ary randomized response is one, for two inputs whose sets of
 * reports meet least.
 */
export interface ResponseShape {
  readonly localEpsilon: number;
  /** One over the mass of an input's set of reports under the base law (k = 1 / A), real, >= 1. */
  readonly categories: number;
  /**
   * The share of an input's set that is outside of the other's (1 - I / A), in [0, min(1, categories - 1)].
   */
  readonly ownShare: number;
}

/**
 * The shape of a report that is worst; of any pure randomizer it is binary randomized response's. With more
 * categories than `maxCategories`, that number with disjoint sets, which spend more.
 *
 * @see docs/theorems/subset-response.md
 */
export function responseShape(
  report: LocalEvent | RandomizedResponseEvent | SubsetResponseEvent,
  maxCategories: number,
): ResponseShape {
  const { epsilon: localEpsilon } = report;
  switch (report.kind) {
    case "local":
      return { localEpsilon, categories: 2, ownShare: 1 };
    case "randomizedResponse":
      return { localEpsilon, categories: Math.min(report.categories, maxCategories), ownShare: 1 };
    case "subsetResponse": {
      const { mass, overlap = 0 } = report;
      if (1 / mass > maxCategories) return { localEpsilon, categories: maxCategories, ownShare: 1 };
      // Sets of more than half of the mass meet in any case; 1 / mass - 1 would lose what is left of nearly
      // all of it.
      const own = Math.min(1 - mass, mass - overlap) / mass;
      const ownShare = Math.min(1, roundedUp(own, ROUNDING.fewOperations)); // the larger, the more is spent
      return { localEpsilon, categories: Math.max(1 / mass, 1 + ownShare), ownShare };
    }
  }
}
