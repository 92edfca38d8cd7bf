import { DOMAIN } from "../../validate.js";
import type { Accountant } from "../accountant.js";
import { composedAccuracy } from "../claims/composed-accuracy.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { optimalComposition } from "../composition/optimal-composition.js";
import { pureClonesReports } from "../composition/pure-clones-reports.js";
import { PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { MAX_DIFFERENT, MAX_SEARCHED } from "../rounds/round-limit.js";
import { clonesDelta } from "../shuffle/clones/pair/clones-delta.js";
import { clonesEpsilon } from "../shuffle/clones/pair/clones-epsilon.js";
import { clones2021Pair } from "../shuffle/clones/pair/clones-pair.js";

/**
 * Clones of Feldman, McMillan and Talwar 2021, numerically: `proven`.
 *
 * @see docs/theorems/clones-2021.md
 */
export const clones2021Numerical: Accountant = compositionAccountant({
  method: "clones-2021-numerical",
  covers: [{ rounds: SHUFFLES, reports: PURE_REPORTS, adjacencies: SAME_SIZE }],
  boundReports: pureClonesReports(
    "Feldman, McMillan, Talwar 2021, Theorem 3.2, numerically",
    ({ delta, upperOnly, ...reports }) =>
      clonesEpsilon(clones2021Pair(reports), delta, composedAccuracy(upperOnly)),
    ({ epsilon, ...reports }) => clonesDelta(clones2021Pair(reports), DOMAIN.delta.min)(epsilon),
  ),
  composition: optimalComposition,
  mostSearched: MAX_SEARCHED,
  mostDifferent: MAX_DIFFERENT,
});
