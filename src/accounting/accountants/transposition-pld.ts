import { memoize } from "../../numerics/memoize.js";
import type { Accountant } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import { SAME_SIZE, SHUFFLES } from "../core/coverage.js";
import { notApplicable } from "../core/not-applicable.js";
import { profilePair } from "../pld/pairs/profile-pair.js";
import { type LossOfRound, type LossRule, lossOfRound, pldAccountant } from "../pld/pld-accountant.js";
import { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
import {
  type TranspositionOptions,
  transpositionProfile,
} from "../pld/transposition/transposition-profile.js";
import { centralLossOfRound } from "./_internal/central-loss.js";
import { localLossOfRound } from "./_internal/local-loss.js";
import { clonesLossOfRound, cohortOf, gaussianProfile } from "./clones-2023-pld.js";
import { poissonLossOfRound } from "./pld-poisson.js";

const METHOD = "transposition-pld";
const SOURCE =
  "hidden transposition (proof: docs/theorems/hidden-transposition.md), as a privacy-loss distribution";
/** With less noise no other report hides one; with more the divergence drowns in rounding. */
const NOISE_MULTIPLIERS = { least: 0.3, most: 1e5 };
const CACHE_SIZE = 64;

const RULE: LossRule<(typeof SHUFFLES)[number], "gaussian"> = {
  method: METHOD,
  covers: [{ rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE }],
  lossOf: (round, adjacency, failureBudget) => {
    const { noiseMultiplier } = asReplaceOne(round.report, adjacency);
    const { least, most } = NOISE_MULTIPLIERS;
    if (noiseMultiplier < least || noiseMultiplier > most) {
      throw notApplicable(
        METHOD,
        `it covers noise of ${least} to ${most} times the distance of two records, not ${noiseMultiplier}`,
      );
    }
    const budget = 10 ** Math.floor(Math.log10(failureBudget)); // so that nearby queries share what is cached
    const { minReports: reports, samplingRate, failure } = cohortOf(round, budget / 2);
    const leastDelta = budget / 2;
    const isBall = adjacency === "zero-out" || round.report.isClipped === true;
    const points = profile({
      domain: { diameter: 1 / noiseMultiplier, isBall },
      toZero: adjacency === "zero-out",
      reports,
      samplingRate,
      leastDelta,
    });
    const clones = gaussianProfile({ minReports: reports, samplingRate }, noiseMultiplier, leastDelta);
    return {
      loss: PrivacyLossDistribution.of(profilePair([...points, ...clones])),
      failure,
      status: "proven",
      assumptions: ["honest-shuffler"],
      source: SOURCE,
      dependsOnBudget: true,
    };
  },
};

const profile = memoize(transpositionProfile, {
  key: (options: TranspositionOptions) => JSON.stringify(options),
  capacity: CACHE_SIZE,
});

/**
 * Shuffled Gaussian reports, `proven` for every cohort: the pointwise least of the hidden transposition's profile and the clones', sampled
 * and composed as a privacy-loss distribution.
 *
 * @see docs/theorems/hidden-transposition.md
 */
export const transpositionPld: Accountant = pldAccountant({
  ...RULE,
  fallbackLosses: [centralLossOfRound, poissonLossOfRound, clonesLossOfRound, localLossOfRound],
});

export const transpositionLossOfRound: LossOfRound = lossOfRound(RULE);
