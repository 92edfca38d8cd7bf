import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 4(b): epsilon by the number of rounds. */
export const gdd21Figure4b: Experiment = composedShuffles({
  panel: "4(b)",
  localEpsilon: 3,
  axis: { of: "rounds", users: 1e7 },
  sampled: 1000,
  notes: [
    "FMT20's and BBGN19's conditions (8) and (9) fail here, as the paper says; FMT20 computed numerically applies all the same.",
  ],
});
