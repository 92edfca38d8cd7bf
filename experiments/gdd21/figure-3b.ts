import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 3(b): epsilon by the number of rounds. */
export const gdd21Figure3b: Experiment = composedShuffles({
  panel: "3(b)",
  localEpsilon: 1,
  axis: { of: "rounds", users: 1e7 },
  sampled: 10_000,
  notes: ["The setting is that of Figure 2(b)."],
});
