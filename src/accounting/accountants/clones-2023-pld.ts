import { memoize } from "../../numerics/memoize.js";
import type { Accountant } from "../core/accountant.js";
import { asReplaceOne } from "../core/as-replace-one.js";
import { checkInCounts } from "../core/check-in-counts.js";
import { type CoveredRound, PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../core/coverage.js";
import { notApplicable } from "../core/not-applicable.js";
import { type ResponseShape, responseShape } from "../core/response-shape.js";
import type { Report } from "../core/round.js";
import { type ChannelRound, channelProfile } from "../pld/channel/channel-profile.js";
import { type ProfilePoint, profilePair } from "../pld/pairs/profile-pair.js";
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
import { clonesGaussianEpsilon } from "../theorems/clones-gaussian.js";
import { amplifyBySubsampling } from "../theorems/subsampling.js";
import { centralLossOfRound } from "./_internal/central-loss.js";
import { localLossOfRound } from "./_internal/local-loss.js";
import { poissonLossOfRound } from "./pld-poisson.js";

const METHOD = "clones-2023-pld";
/** Beyond it the pair is not computed, and hides nothing. */
const LARGEST_LOCAL_EPSILON = 30;
/** The deltas at which a Gaussian round's profile is computed, falling geometrically; e^epsilon must stay a double. */
const LARGEST_DELTA = 0.5;
const DELTA_RATIO = 1.8;
const LARGEST_EPSILON = 600;
const MOST_POINTS = 60;
/** Relative width at which the search for each point's epsilon stops, on the upper side. */
const PRECISION = 2 ** -14;
const CACHE_SIZE = 4096;

const CLONES =
  "clones of Feldman, McMillan, Talwar 2023 (proof: docs/theorems/clones-2023.md), as a privacy-loss distribution";
const BLANKET = "Balle, Bell, Gascon, Nissim 2019, as a privacy-loss distribution";
const CHANNELS =
  "Balle, Bell, Gascon, Nissim 2019, worst over all pairs of inputs (docs/theorems/discrete-channel.md), of the profile";
const SUBSETS =
  "Balle, Bell, Gascon, Nissim 2019, of two sets that meet least (docs/theorems/subset-response.md), as a privacy-loss distribution";

type CoveredReport = "gaussian" | (typeof PURE_REPORTS)[number] | "unboundedChannel";

const RULE: LossRule<(typeof SHUFFLES)[number], CoveredReport> = {
  method: METHOD,
  covers: [
    { rounds: SHUFFLES, reports: ["gaussian", ...PURE_REPORTS, "unboundedChannel"], adjacencies: SAME_SIZE },
  ],
  lossOf: (round, adjacency, failureBudget) => {
    const budget = 10 ** Math.floor(Math.log10(failureBudget)); // so that nearby queries share what is cached
    const cohort = cohortOf(round, budget / 2);
    const report = asReplaceOne(round.report, adjacency);
    if (report.kind === "gaussian") {
      const pair = profilePair(gaussianProfile(cohort, report.noiseMultiplier, budget / 2));
      const loss = PrivacyLossDistribution.of(pair);
      const source = `${CLONES}, of the profile of shuffled Gaussian reports`;
      return { ...proven(loss, cohort.failure, source), dependsOnBudget: true };
    }
    if (report.kind === "discreteChannel") {
      const { minReports: reports, samplingRate, failure } = cohort;
      const { matrix, epsilon } = report;
      const points = profileOfChannel({ matrix, epsilon, reports, samplingRate, leastDelta: budget / 2 });
      const loss = PrivacyLossDistribution.of(profilePair(points));
      return { ...proven(loss, failure, CHANNELS), dependsOnBudget: true };
    }
    const shape = responseShape(report, MAX_CATEGORIES);
    const loss = responseLoss(cohort, shape);
    return proven(loss, cohort.failure, sourceOf(report.kind, shape));
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

/** Any randomizer is at most binary response. */
function sourceOf(kind: Report["kind"], { categories, ownShare }: ResponseShape): string {
  if (categories === 2 && ownShare === 1) return CLONES;
  return kind === "subsetResponse" ? SUBSETS : BLANKET;
}

function proven(loss: PrivacyLossDistribution, failure: number, source: string): RoundLoss {
  const basis = { status: "proven", assumptions: ["honest-shuffler"], source } as const;
  return { loss, failure, ...basis, dependsOnBudget: failure > 0 };
}

/** The users whose reports hide each other. */
export interface Cohort {
  /** The fewest reports that are counted on. */
  readonly minReports: number;
  /** The largest share of the users that reports. */
  readonly samplingRate: number;
  /** Probability that the number of reports is outside of what is counted on. */
  readonly failure: number;
}

export function cohortOf(
  round: CoveredRound<(typeof SHUFFLES)[number], CoveredReport>,
  budget: number,
): Cohort {
  if (round.kind === "checkInShuffle") {
    const { minReports, inclusionRate } = checkInCounts(round.users, round.samplingRate, budget / 2);
    return { minReports: counted(minReports), samplingRate: inclusionRate, failure: budget };
  }
  return { minReports: counted(round.reports), samplingRate: round.samplingRate, failure: 0 };
}

/** More reports hide better: what they would add is left out. */
function counted(reports: number): number {
  return Math.min(reports, MAX_REPORTS);
}

function responseLoss(
  { minReports: reports, samplingRate }: Cohort,
  shape: ResponseShape,
): PrivacyLossDistribution {
  const { localEpsilon } = shape;
  if (localEpsilon === 0 || shape.ownShare <= 0) return new PrivacyLossDistribution([]);
  if (localEpsilon > LARGEST_LOCAL_EPSILON) {
    throw notApplicable(METHOD, `beyond a local epsilon of ${LARGEST_LOCAL_EPSILON} shuffling hides nothing`);
  }
  return PrivacyLossDistribution.of(shuffledResponsePair({ ...shape, reports, samplingRate }));
}

/** (epsilon, delta) of a round of Gaussian reports from coarse to `leastDelta`, sampled as the cohort is. */
export function gaussianProfile(
  { minReports, samplingRate }: Pick<Cohort, "minReports" | "samplingRate">,
  noiseMultiplier: number,
  leastDelta: number,
): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  const ratio = Math.max(DELTA_RATIO, (LARGEST_DELTA * (samplingRate / leastDelta)) ** (1 / MOST_POINTS));
  for (let delta = LARGEST_DELTA; ; delta /= ratio) {
    const epsilon = shuffledEpsilon(noiseMultiplier, minReports, delta);
    if (epsilon > LARGEST_EPSILON) return points;
    points.push(amplifyBySubsampling({ epsilon, delta, samplingRate }));
    if (delta * samplingRate <= leastDelta || delta < Number.MIN_VALUE * 1e16) return points;
  }
}

const profileOfChannel = memoize(channelProfile, {
  key: (round: ChannelRound) => JSON.stringify(round),
  capacity: 64,
});

const shuffledEpsilon = memoize(
  (noiseMultiplier: number, users: number, delta: number) =>
    clonesGaussianEpsilon({ noiseMultiplier, users, delta, precision: PRECISION }).upper,
  { key: (...parameters) => parameters.join(" "), capacity: CACHE_SIZE },
);
