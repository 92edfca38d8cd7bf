import { memoize } from "../../numerics/memoize.js";
import { mixturePair } from "../../pld/pairs/mixture-pair.js";
import { type ProfilePoint, profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { Adjacency, Assumption } from "../../privacy/index.js";
import { notApplicable } from "../claims/not-applicable.js";
import { asGaussian, isGaussian } from "../rounds/as-gaussian.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import {
  type CoveredRound,
  type GAUSSIAN_REPORTS,
  PURE_REPORTS,
  SAME_SIZE,
  SHUFFLES,
} from "../rounds/coverage.js";
import { oneShareOfMany } from "../rounds/one-share-of-many.js";
import { type ResponseShape, responseShape } from "../rounds/response-shape.js";
import type { Report, Round } from "../rounds/round.js";
import { type LossOfRound, lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { withAbsentReports } from "../rounds/with-absent-reports.js";
import { isKnown } from "../shuffle/blanket/channels/shuffled-reports.js";
import {
  type ShuffledResponse,
  shuffledResponsePair,
} from "../shuffle/clones/response-law/shuffled-response-pair.js";
import { MAX_CATEGORIES, MAX_LOCAL_EPSILON, MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { besideSeenSamples } from "./beside-seen-samples.js";
import { binaryResponseLoss, isBinaryResponse } from "./binary-response-loss.js";
import { gaussianClonesProfile } from "./gaussian-clones-profile.js";
import { hiddenResponses, type ShuffledResponses, withoutAbsentees } from "./hidden-responses-loss.js";
import { knownProfile, knownSource } from "./known-profile.js";
import { type ReportBands, reportBands } from "./report-bands.js";
import { isSampled, sampledLoss } from "./sampled-loss.js";

const METHOD = "clones-2023-pld";
/**
 * Shares of the gap between two points of the profile at which the other bound is looked at, too. Valid at
 * any: half as many raise an epsilon by less than 1e-4 of itself, twice as many lower it by less
 * than 3e-5.
 */
const STEPS_BETWEEN = [0, 0.25, 0.5, 0.75];
const CLONES =
  "clones of Feldman, McMillan, Talwar 2023 (proof: docs/theorems/clones-2023.md), as a privacy-loss distribution";
const BLANKET_OF = "Balle, Bell, Gascon, Nissim 2019";
const BLANKET = `${BLANKET_OF}, as a privacy-loss distribution`;
const SUBSETS = `${BLANKET_OF}, of two sets that meet least (docs/theorems/subset-response.md), as a privacy-loss distribution`;

const ABSENT = "where absent users hide as others do (docs/theorems/absent-reports.md)";
const DUMMIES = "uniform dummies among responses (docs/theorems/dummies.md, section 6), of the profile";
const MIXED = "of users who respond or send a dummy by one coin (docs/theorems/absent-reports.md)";

type CoveredReport = (typeof GAUSSIAN_REPORTS)[number] | (typeof PURE_REPORTS)[number] | "unboundedChannel";

export const clonesLossOfRound: LossOfRound = lossOfRound<(typeof SHUFFLES)[number], CoveredReport>({
  method: METHOD,
  covers: [
    { rounds: SHUFFLES, reports: ["gaussian"], adjacencies: SAME_SIZE },
    {
      rounds: SHUFFLES,
      reports: ["gaussianScalar", ...PURE_REPORTS, "unboundedChannel"],
      adjacencies: SAME_SIZE,
      blocksAndDummies: "also",
    },
  ],
  lossOf: (given, adjacency, failureBudget) => {
    const { report: sent } = given;
    if (given.blocksAndDummies !== undefined) {
      return sent.kind === "randomizedResponse" || sent.kind === "subsetResponse"
        ? amongDummies({ ...given, report: sent }, adjacency, failureBudget)
        : withoutDummies(given, adjacency, failureBudget);
    }
    if (isBinaryResponse(given)) return binaryResponseLoss(given, failureBudget);
    if (isSampled(given, failureBudget / 2)) return sampledLoss(given, failureBudget / 2);
    const round = withAbsentHiding(given);
    const { bands, failure, areJoined } = reportBands(round, failureBudget / 2);
    const report = asReplaceOne(round.report, adjacency);
    const leastDelta = failureBudget / 2;
    const sourced = (source: string): string => (round === given ? source : `${source}; ${ABSENT}`);
    if (isGaussian(report)) {
      const { noiseMultiplier } = asGaussian(report);
      const seen = { noiseMultiplier, samplingRate: round.samplingRate, leastDelta };
      const profile = gaussianClonesProfile({ noiseMultiplier, bands, leastDelta });
      const scalars = report.kind === "gaussian" ? [] : knownProfile({ report, bands, leastDelta });
      const loss = PrivacyLossDistribution.of(profilePair(besideSeenSamples([...profile, ...scalars], seen)));
      const source = `${CLONES}, of the profile of shuffled Gaussian reports`;
      return {
        ...proven(
          given,
          loss,
          failure,
          report.kind === "gaussian" ? source : `${source}; ${knownSource(report)}`,
        ),
        dependsOnBudget: true,
        isUpperOnly: true,
      };
    }
    if (isKnown(report)) {
      const loss = PrivacyLossDistribution.of(profilePair(knownProfile({ report, bands, leastDelta })));
      const source = sourced(knownSource(report));
      return { ...proven(given, loss, failure, source), dependsOnBudget: true, isUpperOnly: true };
    }
    const shape = responseShape(report, MAX_CATEGORIES);
    // From 4,096 reports on the width of a band hardly shows.
    const loss = responseLoss({ bands: oneShareOfMany(bands, 4096), failure }, shape);
    const source = sourced(
      sourceOf(given.report.kind, responseShape(given.report as typeof report, MAX_CATEGORIES)),
    );
    return { ...proven(given, loss, failure, source), isUpperOnly: areJoined };
  },
});

/** Dummies only hide: what holds without them holds. */
function withoutDummies(
  { blocksAndDummies: _, ...round }: Round,
  adjacency: Adjacency,
  failureBudget: number,
): RoundLoss {
  return clonesLossOfRound(round as Round, adjacency, failureBudget);
}

/**
 * What uniform dummies hide together with the other responses, or these with the absent without them,
 * whichever hides more at an epsilon.
 */
function amongDummies(given: ShuffledResponses, adjacency: Adjacency, failureBudget: number): RoundLoss {
  const round = withoutAbsentees(given);
  const alone = withoutDummies(round, adjacency, failureBudget / 2);
  const hidden = hiddenResponses(round, failureBudget / 2);
  const assumptions: readonly Assumption[] = ["honest-shuffler", ...secretParticipation(given)];
  if (hidden === undefined) {
    const source = round === given ? alone.source : `${alone.source}; ${MIXED}`;
    return { ...alone, source, assumptions };
  }
  const others = withPointsBetween(hidden.points).map((epsilon) => ({
    epsilon,
    delta: alone.loss.deltaAtEpsilon(epsilon).upper,
  }));
  return {
    loss: PrivacyLossDistribution.of(profilePair([...hidden.points, ...others])),
    failure: hidden.failure + (alone.failure ?? 0),
    status: "proven",
    assumptions,
    source: round === given ? DUMMIES : `${DUMMIES}; ${MIXED}`,
    dependsOnBudget: true,
    isUpperOnly: true,
  };
}

/** The points' epsilons, and more between them: chords of a steep profile are above it. */
function withPointsBetween(points: readonly ProfilePoint[]): number[] {
  return points.flatMap(({ epsilon }, i) => {
    const next = points[i + 1]?.epsilon ?? epsilon;
    return STEPS_BETWEEN.map((share) => epsilon + share * (next - epsilon));
  });
}

type Covered = CoveredRound<(typeof SHUFFLES)[number], CoveredReport>;

/** The absent hide, too, where they do as others and are few enough to count. */
function withAbsentHiding(round: Covered): Covered {
  if (round.kind !== "checkInShuffle" || round.users > MAX_REPORTS || round.samplingRate === 1) return round;
  const { report } = round;
  const all = isGaussian(report) ? undefined : withAbsentReports({ ...round, report });
  if (all === undefined) return round;
  const isCounted = all.report.kind !== "subsetResponse" || all.report.mass * MAX_CATEGORIES >= 1;
  return isCounted ? all : round;
}

/** Any randomizer is at most binary response. */
function sourceOf(kind: Report["kind"], { categories, ownShare }: ResponseShape): string {
  if (categories === 2 && ownShare === 1) return CLONES;
  return kind === "subsetResponse" ? SUBSETS : BLANKET;
}

function proven(round: Round, loss: PrivacyLossDistribution, failure: number, source: string): RoundLoss {
  const assumptions: readonly Assumption[] = ["honest-shuffler", ...secretParticipation(round)];
  const basis = { status: "proven", assumptions, source } as const;
  return { loss, failure, ...basis, dependsOnBudget: failure > 0 };
}

/** More reports hide better: what they would add is left out. */
function counted(reports: number): number {
  return Math.min(reports, MAX_REPORTS);
}

/** Bands of a number of reports are mostly the same whatever it may fail with. */
const pairOf = memoize(shuffledResponsePair, {
  key: (response: ShuffledResponse) => JSON.stringify(response),
  capacity: 64,
});

function responseLoss(
  { bands, failure }: Pick<ReportBands, "bands" | "failure">,
  shape: ResponseShape,
): PrivacyLossDistribution {
  const { localEpsilon } = shape;
  if (bands.length === 0 || localEpsilon === 0 || shape.ownShare <= 0) {
    return new PrivacyLossDistribution([]);
  }
  if (localEpsilon > MAX_LOCAL_EPSILON) {
    throw notApplicable(METHOD, `beyond a local epsilon of ${MAX_LOCAL_EPSILON} shuffling hides nothing`);
  }
  const pairs = bands.map(({ reports, samplingRate }) =>
    pairOf({ ...shape, reports: counted(reports), samplingRate }),
  );
  const single = pairs.length === 1 && bands[0]!.leastWeight === 1;
  return PrivacyLossDistribution.of(
    single
      ? pairs[0]!
      : mixturePair(
          pairs.map((pair, i) => ({ pair, atLeast: bands[i]!.leastWeight, atMost: bands[i]!.weight })),
          failure,
        ),
  );
}
