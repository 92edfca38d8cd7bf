import type { Accountant } from "../accountant.js";
import { advancedComposition as composition } from "../composition/advanced-composition.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { MAX_UNSHUFFLED, UNSHUFFLED_COVERAGE, unshuffledReports } from "../composition/unshuffled-reports.js";

/**
 * The reports' own guarantees, amplified by sampling, under advanced composition (Steinke 2022, Theorem 22):
 * `proven`.
 *
 * @see docs/theorems/advanced-composition.md
 */
export const advancedComposition: Accountant = compositionAccountant({
  method: "advanced-composition",
  covers: UNSHUFFLED_COVERAGE,
  boundReports: unshuffledReports,
  composition,
  mostDifferent: MAX_UNSHUFFLED,
  mostSearched: 96,
});
