import type { Accountant } from "../core/accountant.js";
import { pldAccountant } from "../pld/pld-accountant.js";
import { centralLossOfRound } from "./_internal/central-loss.js";
import { localLossOfRound } from "./_internal/local-loss.js";
import { poissonLossOfRound } from "./_internal/poisson-loss.js";
import { unamplifiedLossOfRound } from "./_internal/unamplified-loss.js";
import { clonesLossOfRound } from "./clones-2023-pld.js";

/** Different rounds of a sequence: each takes some 0.04 s. */
const MOST_ROUNDS = 96;

/**
 * The privacy loss of central DP-SGD with Poisson sampling, `proven`: exact under add-or-remove and zero-out, an upper bound under replace-one. Of more
 * than 96 different rounds, those that are alike are charged as one: an upper bound too.
 *
 * @see docs/theorems/exchanged-poisson.md
 */
export const pldPoisson: Accountant = pldAccountant({
  method: "pld-poisson",
  ownLosses: poissonLossOfRound,
  mostRounds: MOST_ROUNDS,
  fallbackLosses: [centralLossOfRound, clonesLossOfRound, localLossOfRound],
  lastResort: unamplifiedLossOfRound,
});
