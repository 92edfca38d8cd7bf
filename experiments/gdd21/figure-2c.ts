import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 2(c): epsilon by the number of clients. */
export const gdd21Figure2c: Experiment = composedShuffles({
  panel: "2(c)",
  localEpsilon: 2,
  axis: { of: "clients", rounds: 1e5 },
  sampled: 1000,
  notes: ["The sampling rate falls as clients are added: k is fixed."],
});
