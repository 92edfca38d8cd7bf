import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 2(b): epsilon by the number of rounds. */
export const gdd21Figure2b: Experiment = composedShuffles({
  panel: "2(b)",
  localEpsilon: 1,
  axis: { of: "rounds", users: 1e7 },
  sampled: 10_000,
  notes: ["At 10^4 clients a round the clones of 2021 apply."],
});
