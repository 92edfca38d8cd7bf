import type { EventKindOf } from "./event-kind.js";

/**
 * A local randomizer of finitely many inputs and reports, by the probability of each report for each input.
 */
export interface DiscreteChannelEvent {
  readonly kind: "discreteChannel";
  /** A row for each input: the probabilities of its reports (R). */
  readonly matrix: readonly (readonly number[])[];
}

/** What `discreteChannel` means, and its fields. */
export const discreteChannelKind: EventKindOf<DiscreteChannelEvent> = {
  meaning:
    "One report of a randomizer of finitely many inputs and reports, given by all of its probabilities.",
  fields: {
    matrix: {
      meaning: "a row for each input: the probabilities of its reports",
      symbol: "R",
      type: "matrix",
      unit: "probabilities",
    },
  },
};
