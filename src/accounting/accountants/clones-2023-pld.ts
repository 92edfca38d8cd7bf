import type { Accountant } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import { type CountBand, checkInBands } from "../core/check-in-bands.js";
import { checkInCounts } from "../core/check-in-counts.js";
import { type CoveredRound, PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../core/coverage.js";
import { notApplicable } from "../core/not-applicable.js";
import { profilePair } from "../pld/pairs/profile-pair.js";
import { shuffledResponsePair } from "../pld/pairs/shuffled-response-pair.js";
import {
  type LossOfRound,
  type LossRule,
  lossOfRound,
  pldAccountant,
  type RoundLoss,
} from "../pld/pld-accountant.js";
import { PrivacyLossDistribution } from "../pld/privacy-loss-distribution.js";
import { MAX_CATEGORIES, MAX_REPORTS } from "../pld/shuffle-ranges.js";
import { centralLossOfRound } from "./_internal/central-loss.js";
import { gaussianClonesProfile } from "./_internal/gaussian-clones-profile.js";
import { localLossOfRound } from "./_internal/local-loss.js";
import { poissonLossOfRound } from "./pld-poisson.js";

const METHOD = "clones-2023-pld";
/** Beyond it the pair is not computed, and hides nothing. */
const LARGEST_LOCAL_EPSILON = 30;
const CLONES =
  "clones of Feldman, McMillan, Talwar 2023 (proof: docs/theorems/clones-2023.md), as a privacy-loss distribution";
const BLANKET = "Balle, Bell, Gascon, Nissim 2019, as a privacy-loss distribution";

const RULE: LossRule<(typeof SHUFFLES)[number], "gaussian" | (typeof PURE_REPORTS)[number]> = {
  method: METHOD,
  covers: [{ rounds: SHUFFLES, reports: ["gaussian", ...PURE_REPORTS], adjacencies: SAME_SIZE }],
  lossOf: (round, adjacency, failureBudget) => {
    const budget = 10 ** Math.floor(Math.log10(failureBudget)); // so that nearby queries share what is cached
    const cohort = cohortOf(round, budget / 2);
    const report = asReplaceOne(round.report, adjacency);
    if (report.kind === "gaussian") {
      const { noiseMultiplier } = report;
      const bands = bandsOf(round, budget / 2);
      const profile = gaussianClonesProfile({ noiseMultiplier, bands, leastDelta: budget / 2 });
      const loss = PrivacyLossDistribution.of(profilePair(profile));
      const source = `${CLONES}, of the profile of shuffled Gaussian reports`;
      return { ...proven(loss, cohort.failure, source), dependsOnBudget: true };
    }
    // With more categories less is spent: docs/theorems/clones-pld.md. Any randomizer is at most binary response.
    const categories = report.kind === "randomizedResponse" ? Math.min(report.categories, MAX_CATEGORIES) : 2;
    const loss = responseLoss(cohort, report.epsilon, categories);
    return proven(loss, cohort.failure, categories === 2 ? CLONES : BLANKET);
  },
};

/**
 * Clones (2023) and the blanket of randomized response as privacy-loss distributions, sampled and composed: `proven` for every
 * cohort. A Gaussian report is as many local randomizers as it has (epsilon, delta): the round's profile is the hull of them all.
 *
 * @see docs/theorems/clones-pld.md
 */
export const clones2023Pld: Accountant = pldAccountant({
  ...RULE,
  slow: false,
  fallbackLosses: [centralLossOfRound, poissonLossOfRound, localLossOfRound],
});

export const clonesLossOfRound: LossOfRound = lossOfRound(RULE);

function proven(loss: PrivacyLossDistribution, failure: number, source: string): RoundLoss {
  const basis = { status: "proven", assumptions: ["honest-shuffler"], source } as const;
  return { loss, failure, ...basis, dependsOnBudget: failure > 0 };
}

type ShuffleRound = CoveredRound<(typeof SHUFFLES)[number], "gaussian" | (typeof PURE_REPORTS)[number]>;

/** The users whose reports hide each other. */
export interface Cohort {
  /** The fewest reports that are counted on. */
  readonly minReports: number;
  /** The largest share of the users that reports. */
  readonly samplingRate: number;
  /** Probability that the number of reports is outside of what is counted on. */
  readonly failure: number;
}

export function cohortOf(round: ShuffleRound, budget: number): Cohort {
  if (round.kind === "checkInShuffle") {
    const { minReports, inclusionRate } = checkInCounts(round.users, round.samplingRate, budget / 2);
    return { minReports: counted(minReports), samplingRate: inclusionRate, failure: budget };
  }
  return { minReports: counted(round.reports), samplingRate: round.samplingRate, failure: 0 };
}

/** Their number, as everybody sees it: but for what `cohortOf` counts as failures. */
export function bandsOf(round: ShuffleRound, budget: number): readonly CountBand[] {
  return round.kind === "checkInShuffle"
    ? checkInBands(round.users, round.samplingRate, budget / 2)
    : [{ reports: round.reports, samplingRate: round.samplingRate, weight: 1 }];
}

/** More reports hide better: what they would add is left out. */
function counted(reports: number): number {
  return Math.min(reports, MAX_REPORTS);
}

function responseLoss(
  { minReports: reports, samplingRate }: Cohort,
  localEpsilon: number,
  categories: number,
): PrivacyLossDistribution {
  if (localEpsilon === 0) return new PrivacyLossDistribution([]);
  if (localEpsilon > LARGEST_LOCAL_EPSILON) {
    throw notApplicable(METHOD, `beyond a local epsilon of ${LARGEST_LOCAL_EPSILON} shuffling hides nothing`);
  }
  return PrivacyLossDistribution.of(
    shuffledResponsePair({ localEpsilon, categories, reports, samplingRate }),
  );
}
