import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 3(a): epsilon by the number of rounds. */
export const gdd21Figure3a: Experiment = composedShuffles({
  panel: "3(a)",
  localEpsilon: 1,
  axis: { of: "rounds", users: 1e6 },
  sampled: 1000,
  notes: ["The lower end of Theorem 2 is not in the paper's figure."],
});
