import type { Experiment } from "../experiment.js";
import { composedShuffles } from "./_internal/composed-shuffles.js";

/** GDD21 Figure 4(c): epsilon by the number of clients. */
export const gdd21Figure4c: Experiment = composedShuffles({
  panel: "4(c)",
  localEpsilon: 3,
  axis: { of: "clients", rounds: 1e5 },
  sampled: 1000,
  notes: [
    "FMT20's and BBGN19's conditions (8) and (9) fail here, as the paper says; FMT20 computed numerically applies all the same.",
  ],
});
