import type { Accountant } from "../accountant.js";
import { pldAccountant } from "../composition/pld-accountant.js";
import { CENTRAL_COVERAGE, centralLossOfRound } from "../losses/central-loss.js";
import { clonesLossOfRound } from "../losses/clones-loss.js";
import { laplaceLossOfRound } from "../losses/laplace-loss.js";
import { localLossOfRound } from "../losses/local-loss.js";
import { poissonLossOfRound } from "../losses/poisson-loss.js";
import { shuffledGaussianLossOfRound } from "../losses/shuffled-gaussian-loss.js";
import { unamplifiedLossOfRound } from "../losses/unamplified-loss.js";
import { firstCovering } from "../rounds/round-loss.js";

/**
 * The exact privacy loss of Gaussian mechanisms and of one number with Laplace noise: of the pair of LT22
 * (`conditional`), of random allocation and of the plain mechanism (`proven`).
 *
 * @see docs/theorems/shuffle-gaussian-exact.md, docs/theorems/random-allocation.md
 */
export const pld: Accountant = pldAccountant({
  method: "pld",
  ownLosses: firstCovering("pld", [centralLossOfRound, shuffledGaussianLossOfRound, laplaceLossOfRound]),
  proves: [...CENTRAL_COVERAGE, ...laplaceLossOfRound.covers],
  mostRounds: 48, // different ones of a sequence: each takes some 0.03 s
  fallbackLosses: [poissonLossOfRound, clonesLossOfRound, localLossOfRound],
  lastResort: unamplifiedLossOfRound,
  joinsRounds: ["report", "randomAllocation"],
});
