import type { EventKindOf } from "./event-kind.js";
import { AT_LEAST_TWO, LOCAL_EPSILON } from "./shared-fields.js";

/** k-ary randomized response: the truth with probability e^epsilon / (e^epsilon + categories - 1). */
export interface RandomizedResponseEvent {
  readonly kind: "randomizedResponse";
  /** Epsilon of one report by itself (ε₀): 0 or a finite number in [1e-12, 100]. */
  readonly epsilon: number;
  /** Answers to choose from (k): an integer in [2, 1e12]. */
  readonly categories: number;
}

/** What `randomizedResponse` means, and its fields. */
export const randomizedResponseKind: EventKindOf<RandomizedResponseEvent> = {
  meaning: "One report by k-ary randomized response: the truth with probability e^ε₀ / (e^ε₀ + k - 1).",
  fields: {
    epsilon: LOCAL_EPSILON,
    categories: {
      meaning: "answers to choose from",
      symbol: "k",
      type: AT_LEAST_TWO,
      unit: "answers",
    },
  },
};
