import { DOMAIN } from "../../validate.js";
import type { EventKindOf } from "./event-kind.js";
import { LOCAL_EPSILON } from "./shared-fields.js";

/**
 * A local randomizer of two levels: relative to a base law of the reports, the report about x is e^epsilon
 * times as likely on a set of reports that belongs to x as it is elsewhere. The sets all have one mass.
 */
export interface SubsetResponseEvent {
  readonly kind: "subsetResponse";
  /** Epsilon of one report by itself (ε₀): 0 or a finite number in [1e-12, 100]. */
  readonly epsilon: number;
  /** Mass of an input's set of reports under the base law (A): a finite number in [1e-12, 1]. */
  readonly mass: number;
  /**
   * Least mass in which the sets of any two inputs meet, 0 where left out (I): 0 or a finite number in
   * [1e-100, 1], at most `mass`.
   */
  readonly overlap?: number;
}

/** What `subsetResponse` means, and its fields. */
export const subsetResponseKind: EventKindOf<SubsetResponseEvent> = {
  meaning:
    "One report of a randomizer of two levels: relative to a base law of the reports, e^ε₀ times as likely on a set that belongs to the input as elsewhere.",
  fields: {
    epsilon: LOCAL_EPSILON,
    mass: {
      meaning: "mass of an input's set of reports under the base law",
      symbol: "A",
      type: DOMAIN.rate,
      unit: "probability",
    },
    overlap: {
      meaning: "least mass in which the sets of any two inputs meet, 0 where left out",
      symbol: "I",
      type: DOMAIN.outcomeMass,
      unit: "probability",
      optional: true,
      atMost: "mass",
    },
  },
};
