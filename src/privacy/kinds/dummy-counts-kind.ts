import { DOMAIN } from "../../validate.js";
import type { EventKindOf } from "./event-kind.js";
import { AT_LEAST_TWO } from "./shared-fields.js";

/** Whether the numbers of dummies are independent, or those of two categories have a constant sum. */
export type DummyTotal = "random" | "constant";

/**
 * Messages that each name one of k categories, one of every user, shuffled with a random number of dummies of
 * each category: λ + X, redrawn until it is a possible number, with P(X = x) in proportion to e^(-|x| / b).
 * What is seen are the counts of the categories.
 */
export interface DummyCountsEvent {
  readonly kind: "dummyCounts";
  /** Categories to choose from (k): an integer in [2, 1e12]. */
  readonly categories: number;
  /** Scale of the numbers' noise (b): a finite number in [0.02, 1e9]. */
  readonly laplaceScale: number;
  /** The likeliest number of dummies of a category (λ): an integer in [0, 1e12]. */
  readonly centre: number;
  /**
   * Whether the numbers are independent and not negative, or those of two categories have the constant sum
   * 2 λ; "random" where left out: "random" or "constant".
   */
  readonly total?: DummyTotal;
  /**
   * Epsilon of one user's message by itself, as k-ary randomized response makes it; left out where users send
   * the truth (ε₀): 0 or a finite number in [1e-12, 100].
   */
  readonly epsilon?: number;
}

/** What `dummyCounts` means, and its fields. */
export const dummyCountsKind: EventKindOf<DummyCountsEvent> = {
  meaning:
    "Messages that each name one of k categories, one of every user, shuffled with a random number of dummies of each category: λ + X, redrawn until it is a possible number, P(X = x) in proportion to e^(-|x| / b).",
  fields: {
    categories: {
      meaning: "categories to choose from",
      symbol: "k",
      type: AT_LEAST_TWO,
      unit: "categories",
    },
    laplaceScale: {
      meaning: "scale of the numbers' noise",
      symbol: "b",
      type: DOMAIN.laplaceNoise,
      unit: "reports",
    },
    centre: {
      meaning: "the likeliest number of dummies of a category",
      symbol: "λ",
      type: { ...DOMAIN.count, min: 0 },
      unit: "reports",
    },
    total: {
      meaning:
        'whether the numbers are independent and not negative, or those of two categories have the constant sum 2 λ; "random" where left out',
      type: ["random", "constant"] satisfies DummyTotal[],
      optional: true,
      byDefault: "random",
    },
    epsilon: {
      meaning:
        "epsilon of one user's message by itself, as k-ary randomized response makes it; left out where users send the truth",
      symbol: "ε₀",
      type: DOMAIN.localEpsilon,
      unit: "nats",
      optional: true,
    },
  },
};
