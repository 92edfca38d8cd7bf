import { DOMAIN } from "../../validate.js";
import type { EventKindOf } from "./event-kind.js";
import { LOCAL_EPSILON } from "./shared-fields.js";

/** Any local randomizer that is (epsilon, delta)-LDP; delta is 0 when absent. */
export interface LocalEvent {
  readonly kind: "local";
  /** Epsilon of one report by itself (ε₀): 0 or a finite number in [1e-12, 100]. */
  readonly epsilon: number;
  /** Delta of one report by itself, 0 where left out (δ₀): 0 or a finite number in [1e-100, 1). */
  readonly delta?: number;
}

/** What `local` means, and its fields. */
export const localKind: EventKindOf<LocalEvent> = {
  meaning: "One report of any local randomizer that is (epsilon, delta)-LDP.",
  fields: {
    epsilon: LOCAL_EPSILON,
    delta: {
      meaning: "delta of one report by itself, 0 where left out",
      symbol: "δ₀",
      type: { ...DOMAIN.delta, orZero: true },
      unit: "probability",
      optional: true,
    },
  },
};
