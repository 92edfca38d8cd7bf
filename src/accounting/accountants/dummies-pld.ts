import type { Accountant } from "../accountant.js";
import { pldAccountant } from "../composition/pld-accountant.js";
import { centralLossOfRound } from "../losses/central-loss.js";
import { dummiesLossOfRound } from "../losses/dummies-loss.js";
import { dummyCountsLossOfRound } from "../losses/dummy-counts-loss.js";
import { localLossOfRound } from "../losses/local-loss.js";
import { unamplifiedLossOfRound } from "../losses/unamplified-loss.js";
import { firstCovering } from "../rounds/round-loss.js";

/**
 * Of a sequence; each takes up to a second. Valid at any number, as those that are alike are charged as one:
 * half as many raise the epsilon of ten by 8 %; of 20 twice as many find a figure where none is found.
 */
const MAX_ROUNDS = 12;

/**
 * Reports among the shuffler's dummies, of fixed or of random number, which hide them whoever the other users
 * work with: `proven` for every cohort, and attained by the analyzer who knows all the other users' reports.
 *
 * @see docs/theorems/dummies.md
 */
export const dummiesPld: Accountant = {
  ...pldAccountant({
    method: "dummies-pld",
    ownLosses: firstCovering("dummies-pld", [dummiesLossOfRound, dummyCountsLossOfRound]),
    mostRounds: MAX_ROUNDS,
    fallbackLosses: [centralLossOfRound, localLossOfRound],
    lastResort: unamplifiedLossOfRound,
  }),
  standsAlone: true,
};
