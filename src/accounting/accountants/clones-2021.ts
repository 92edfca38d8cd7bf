import type { Accountant } from "../accountant.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { optimalComposition } from "../composition/optimal-composition.js";
import { pureClonesReports } from "../composition/pure-clones-reports.js";
import { PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { clones2021Epsilon, MAX_DELTA } from "../theorems/clones-2021.js";

/**
 * Clones of Feldman, McMillan and Talwar 2021, closed form: `proven`.
 *
 * @see docs/theorems/clones-2021.md
 */
export const clones2021: Accountant = compositionAccountant({
  method: "clones-2021",
  covers: [{ rounds: SHUFFLES, reports: PURE_REPORTS, adjacencies: SAME_SIZE }],
  boundReports: pureClonesReports("Feldman, McMillan, Talwar 2021, Theorem 3.1", (options) =>
    // What the closed form gives at the largest delta that it is proven for holds at every larger one.
    clones2021Epsilon({ ...options, delta: Math.min(MAX_DELTA, options.delta) }),
  ),
  composition: optimalComposition,
});
