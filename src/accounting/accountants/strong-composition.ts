import type { Accountant } from "../accountant.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { optimalComposition } from "../composition/optimal-composition.js";
import { MAX_UNSHUFFLED, UNSHUFFLED_COVERAGE, unshuffledReports } from "../composition/unshuffled-reports.js";

/**
 * The reports' own guarantees, amplified by sampling, under optimal composition (Kairouz, Oh, Viswanath
 * 2015): `proven`.
 *
 * @see docs/theorems/strong-composition.md
 */
export const strongComposition: Accountant = compositionAccountant({
  method: "strong-composition",
  covers: UNSHUFFLED_COVERAGE,
  boundReports: unshuffledReports,
  composition: optimalComposition,
  mostDifferent: MAX_UNSHUFFLED,
  mostSearched: 96,
});
