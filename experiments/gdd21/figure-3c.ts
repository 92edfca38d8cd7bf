import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 3(c): epsilon by the number of clients. */
export const gdd21Figure3c: Experiment = composedShuffles({
  panel: "3(c)",
  localEpsilon: 1,
  axis: { of: "clients", rounds: 1e5 },
  sampled: 10_000,
  notes: ["The sampling rate falls as clients are added: k is fixed."],
});
