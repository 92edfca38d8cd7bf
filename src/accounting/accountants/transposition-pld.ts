import { memoize } from "../../numerics/memoize.js";
import type { Accountant } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import { SAME_SIZE, SHUFFLES } from "../core/coverage.js";
import { profilePair } from "../pld/pairs/profile-pair.js";
import { type LossOfRound, type LossRule, lossOfRound, pldAccountant } from "../pld/pld-accountant.js";
import { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
import {
  type TranspositionOptions,
  transpositionProfile,
} from "../pld/transposition/transposition-profile.js";
import { centralLossOfRound } from "./_internal/central-loss.js";
import { gaussianClonesProfile } from "./_internal/gaussian-clones-profile.js";
import { localLossOfRound } from "./_internal/local-loss.js";
import { reportBands } from "./_internal/report-bands.js";
import { seenSamplingProfile } from "./_internal/seen-sampling-profile.js";
import { clonesLossOfRound } from "./clones-2023-pld.js";
import { poissonLossOfRound } from "./pld-poisson.js";

const METHOD = "transposition-pld";
const SOURCE =
  "hidden transposition (docs/theorems/hidden-transposition.md, Theorem 1), as a privacy-loss distribution";
/** Noise multipliers at which the transposition is looked at; beyond them the clones remain. */
const LEAST_NOISE = 0.3;
const MOST_NOISE = 1e5;
const CACHE_SIZE = 64;

const RULE: LossRule<(typeof SHUFFLES)[number], "gaussian"> = {
  method: METHOD,
  covers: [{ rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE }],
  lossOf: (round, adjacency, failureBudget) => {
    const { noiseMultiplier } = asReplaceOne(round.report, adjacency);
    const budget = 10 ** Math.floor(Math.log10(failureBudget)); // so that nearby queries share what is cached
    const { bands, failure } = reportBands(round, budget / 2);
    const leastDelta = budget / 2;
    const transposition = isCovered(noiseMultiplier)
      ? profile({
          radius: 1 / (2 * noiseMultiplier),
          toZero: adjacency === "zero-out",
          bands,
          leastDelta,
        })
      : [];
    const { samplingRate } = round;
    const profiles = [
      transposition,
      gaussianClonesProfile({ noiseMultiplier, bands, leastDelta }),
      seenSamplingProfile({ noiseMultiplier: round.report.noiseMultiplier, samplingRate, leastDelta }),
    ];
    return {
      loss: PrivacyLossDistribution.of(profilePair(profiles.flat())),
      failure,
      status: "proven",
      assumptions: ["honest-shuffler"],
      source: SOURCE,
      dependsOnBudget: true,
    };
  },
};

/** With less noise no report hides another; with more, differences of ratios drown in rounding. */
function isCovered(noiseMultiplier: number): boolean {
  return noiseMultiplier >= LEAST_NOISE && noiseMultiplier <= MOST_NOISE;
}

const profile = memoize(transpositionProfile, {
  key: (options: TranspositionOptions) => JSON.stringify(options),
  capacity: CACHE_SIZE,
});

/**
 * Shuffled Gaussian reports, `proven` for every cohort: the pointwise least of the profiles of the hidden transposition, of the clones and of
 * reports that are seen, sampled and composed as a privacy-loss distribution.
 *
 * @see docs/theorems/hidden-transposition.md
 */
export const transpositionPld: Accountant = pldAccountant({
  ...RULE,
  fallbackLosses: [centralLossOfRound, poissonLossOfRound, clonesLossOfRound, localLossOfRound],
});

export const transpositionLossOfRound: LossOfRound = lossOfRound(RULE);
