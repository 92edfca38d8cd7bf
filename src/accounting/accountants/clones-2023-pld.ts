import type { Accountant } from "../accountant.js";
import { pldAccountant } from "../composition/pld-accountant.js";
import { centralLossOfRound } from "../losses/central-loss.js";
import { clonesLossOfRound } from "../losses/clones-loss.js";
import { localLossOfRound } from "../losses/local-loss.js";
import { poissonLossOfRound } from "../losses/poisson-loss.js";
import { unamplifiedLossOfRound } from "../losses/unamplified-loss.js";

/**
 * Clones (2023) and the blanket of randomized response as privacy-loss distributions, sampled and composed,
 * and binary response by its exact law: `proven` for every cohort. A Gaussian report is as many local
 * randomizers as it has (epsilon, delta): the round's profile is the hull of them all.
 *
 * @see docs/theorems/clones-pld.md
 * @see docs/theorems/binary-response.md
 */
export const clones2023Pld: Accountant = pldAccountant({
  method: "clones-2023-pld",
  ownLosses: clonesLossOfRound,
  slow: false,
  mostRounds: 48, // different ones of a sequence: each takes some 0.1 s
  fallbackLosses: [centralLossOfRound, poissonLossOfRound, localLossOfRound],
  lastResort: unamplifiedLossOfRound,
});
