import { memoize } from "../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import { type ProfilePoint, profilePair } from "../../pld/pairs/profile-pair.js";
import { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import type { CountBand } from "../rounds/check-in-bands.js";
import type { CoveredRound, SHUFFLES } from "../rounds/coverage.js";
import { joinedBands } from "../rounds/joined-bands.js";
import { responseShape } from "../rounds/response-shape.js";
import type { Round } from "../rounds/round.js";
import type { RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { withAbsentReports } from "../rounds/with-absent-reports.js";
import {
  type BinaryResponses,
  binaryResponseProfile,
  MAX_BINARY_REPORTS,
} from "../shuffle/binary/binary-response-profile.js";
import { sampledProfile } from "../shuffle/blanket/channels/sampled-profile.js";
import { randomizedResponseProfile } from "../shuffle/blanket/responses/randomized-response-profile.js";
import { MAX_CATEGORIES, MAX_LOCAL_EPSILON, MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { type BandCurve, jointProfile } from "../shuffle/transposition/joint-profile.js";
import { reportBands } from "./report-bands.js";
import { isSampled, type SampledRound } from "./sampled-loss.js";

type BinaryRound = CoveredRound<(typeof SHUFFLES)[number], "randomizedResponse">;

/**
 * Where the number of reports varies: numbers within this share are one band, and cohorts count as alike.
 * Valid at any two. Twice the first raises an epsilon by up to 2 %, half of it lowers none; twice the second
 * raises one by 0.3 %, half of it lowers one by 0.2 % in up to twice the time.
 */
const ALIKE_NUMBERS = 0.02;
const ALIKE_COHORTS = 2 ** -9;
/**
 * Chords between this many points are hardly above the curve: twice or half as many move an epsilon by less
 * than 3e-5 of itself.
 */
const MAX_POINTS = 1024;
/**
 * Least deltas are rounded down to powers of that, so that nearby ones share their tables. Its root or square
 * move an epsilon by less than 3e-5 of itself.
 */
const MIN_DELTA_STEP = 2 ** 16;
/**
 * Below it binary responses' epsilons are too close to each other to be told apart in a profile. Valid at
 * any: twice as much lowers an epsilon by up to 2.5 %, half as much raises one by less than 2e-5 of itself,
 * and leaves a million rounds of 7e-5 without a figure.
 */
const MIN_EPSILON = 1e-4;
/**
 * Where another bound is looked at, too: from this share of the local epsilon on, growing by as much. Valid
 * at any two: half or twice the first moves an epsilon by less than 4e-6 of itself; growth of 1 % lowers one
 * by up to 0.08 %, of 4 % raises it by up to 0.3 %.
 */
const COMPARED = { first: 2 ** -14, growth: 1.02 };
const SOURCE =
  "the exact law of the worst cohort of binary responses (docs/theorems/binary-response.md), of the profile";
const SAMPLED_SOURCE = `${SOURCE}; of a sample whose absent users hide, too (docs/theorems/absent-reports.md, section 4)`;

/** Two answers, neither of them certain; without dummies. */
export function isBinaryResponse(round: Round): round is BinaryRound {
  const { report } = round;
  if (report.kind !== "randomizedResponse" || report.categories > 2) return false;
  return report.epsilon >= MIN_EPSILON && report.epsilon <= MAX_LOCAL_EPSILON;
}

/**
 * Shuffled binary responses of all users, of a sample, or of those who check in, by the exact law of the
 * worst cohort; sampled as in docs/theorems/clones-pld.md, whose argument takes the profile alone. What holds
 * where the absent hide, too, or of more reports than are counted here, is used where it is less.
 */
export function binaryResponseLoss(round: BinaryRound, failureBudget: number): RoundLoss {
  const { bands, failure } = reportBands(round, failureBudget / 2);
  const leastDelta = failureBudget / 2;
  const points = binaryPoints(round, bands, leastDelta);
  return {
    loss: PrivacyLossDistribution.of(
      profilePair([...points, ...comparedPoints(round, leastDelta), ...sampledPointsOf(round, leastDelta)]),
    ),
    failure,
    status: "proven",
    assumptions: ["honest-shuffler", ...secretParticipation(round)],
    source: isSampled(round, leastDelta) ? SAMPLED_SOURCE : SOURCE,
    dependsOnBudget: true,
    isUpperOnly: true,
  };
}

function binaryPoints(
  { report }: BinaryRound,
  bands: readonly CountBand[],
  leastDelta: number,
): ProfilePoint[] {
  const common = {
    localEpsilon: report.epsilon,
    leastDelta: MIN_DELTA_STEP ** Math.floor(Math.log(leastDelta) / Math.log(MIN_DELTA_STEP)),
    alike: bands.length > 1 ? ALIKE_COHORTS : 0,
  };
  const points = jointProfile(
    joinedBands(bands, kindOfNumber).map(({ reports, samplingRate, weight }): BandCurve => {
      const profile = profileOf({ ...common, reports: Math.min(reports, MAX_BINARY_REPORTS) });
      const sampled = sampledPoints(profile, samplingRate);
      return {
        weight,
        gains: sampled.map(({ gain }) => gain),
        deltas: sampled.map(({ delta }) => delta),
      };
    }),
  );
  const stride = Math.ceil(points.length / MAX_POINTS);
  return points.filter((_, i) => i % stride === 0 || i === points.length - 1);
}

function kindOfNumber(reports: number): number {
  return Math.floor(Math.log(reports) / ALIKE_NUMBERS);
}

const profileOf = memoize(binaryResponseProfile, {
  key: (responses: BinaryResponses) => JSON.stringify(responses),
  capacity: 64,
});

function sampledPoints(
  points: readonly ProfilePoint[],
  rate: number,
): { readonly gain: number; readonly delta: number }[] {
  return points.map(({ epsilon, delta }) => ({
    gain: roundedUp(rate * Math.expm1(epsilon), ROUNDING.formula),
    delta: Math.min(1, roundedUp(rate * delta, ROUNDING.formula)),
  }));
}

/** Points of the profile in which those who were not drawn hide, too. */
function sampledPointsOf(round: BinaryRound, leastDelta: number): readonly ProfilePoint[] {
  return isSampled(round, leastDelta) ? sampledProfile(sampleOf(round, leastDelta)) : [];
}

function sampleOf(
  { report, reports, samplingRate }: SampledRound,
  leastDelta: number,
): Parameters<typeof sampledProfile>[0] {
  return { report, reports, samplingRate, leastDelta };
}

/** Points of the blanket's profile where it may be the smaller one. */
function comparedPoints(round: BinaryRound, leastDelta: number): ProfilePoint[] {
  const compared = comparedRound(round);
  if (compared === undefined) return [];
  const { epsilon: localEpsilon } = round.report;
  const { deltaAt } = randomizedResponseProfile({ localEpsilon, ...compared });
  const points: ProfilePoint[] = [];
  for (let epsilon = 0; epsilon < localEpsilon; epsilon = nextOf(epsilon, localEpsilon)) {
    const { upper: delta } = deltaAt(epsilon);
    points.push({ epsilon, delta });
    if (delta < leastDelta) break;
  }
  return sampledPoints(points, compared.rate).map(({ gain, delta }) => ({
    epsilon: roundedUp(Math.log1p(gain), ROUNDING.formula),
    delta,
  }));
}

function nextOf(epsilon: number, localEpsilon: number): number {
  return epsilon === 0 ? COMPARED.first * localEpsilon : COMPARED.growth * epsilon;
}

/** As what the blanket sees the round, where that may hide more. */
function comparedRound(
  round: BinaryRound,
): { readonly categories: number; readonly users: number; readonly rate: number } | undefined {
  if (round.kind !== "checkInShuffle") {
    const { reports, samplingRate: rate } = round;
    const users = Math.min(reports, MAX_REPORTS);
    return reports > MAX_BINARY_REPORTS ? { categories: 2, users, rate } : undefined;
  }
  if (round.users > MAX_REPORTS || round.samplingRate === 1) return undefined;
  const report = withAbsentReports(round)?.report;
  if (report?.kind !== "subsetResponse" || report.mass * MAX_CATEGORIES < 1) return undefined;
  return { categories: responseShape(report, MAX_CATEGORIES).categories, users: round.users, rate: 1 };
}
