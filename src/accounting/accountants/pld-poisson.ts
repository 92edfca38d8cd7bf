import type { Accountant } from "../accountant.js";
import { pldAccountant } from "../composition/pld-accountant.js";
import { centralLossOfRound } from "../losses/central-loss.js";
import { clonesLossOfRound } from "../losses/clones-loss.js";
import { localLossOfRound } from "../losses/local-loss.js";
import { poissonLossOfRound } from "../losses/poisson-loss.js";
import { unamplifiedLossOfRound } from "../losses/unamplified-loss.js";

/**
 * The privacy loss of central DP-SGD with Poisson sampling, `proven`: exact under add-or-remove and zero-out,
 * an upper bound under replace-one. Of more than 96 different rounds, those that are alike are charged as
 * one: an upper bound too.
 *
 * @see docs/theorems/exchanged-poisson.md
 */
export const pldPoisson: Accountant = pldAccountant({
  method: "pld-poisson",
  ownLosses: poissonLossOfRound,
  mostRounds: 96, // different ones of a sequence: each takes some 0.04 s
  fallbackLosses: [centralLossOfRound, clonesLossOfRound, localLossOfRound],
  lastResort: unamplifiedLossOfRound,
});
