import { memoize } from "../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import type { ProfilePoint } from "../../pld/pairs/profile-pair.js";
import type { Adjacency } from "../../privacy/index.js";
import { asGaussian, type GaussianReport } from "../rounds/as-gaussian.js";
import { asReplaceOne } from "../rounds/as-replace-one.js";
import type { CountBand } from "../rounds/check-in-bands.js";
import type { SHUFFLES } from "../rounds/coverage.js";
import { joinedBands } from "../rounds/joined-bands.js";
import type { Round } from "../rounds/round.js";
import {
  type TranspositionOptions,
  transpositionProfile,
} from "../shuffle/transposition/transposition-profile.js";
import { gaussianClonesProfile } from "./gaussian-clones-profile.js";
import { knownProfile } from "./known-profile.js";
import { reportBands } from "./report-bands.js";

type GaussianRound = Round<(typeof SHUFFLES)[number], GaussianReport>;

/**
 * Numbers of reports above some hundreds are in ten bands or fewer: half or twice as many, and even 64,
 * change no epsilon.
 */
const MANY_REPORTS = 4096;

/**
 * What the other users' reports hide of whole vectors, or numbers, with Gaussian noise: upper bounds of delta
 * at some epsilons, and the probability of a round that they leave out. Dummies are not counted, which only
 * hide more.
 */
export function plainProfile(
  round: GaussianRound,
  adjacency: Adjacency,
  failureBudget: number,
): { readonly points: readonly ProfilePoint[]; readonly failure: number } {
  const { report } = round;
  const { noiseMultiplier } = asGaussian(asReplaceOne(report, adjacency));
  const isScalar = report.kind === "gaussianScalar";
  const { bands, failure } = reportBands(round, failureBudget / 2);
  const leastDelta = failureBudget / 2;
  const toZero = adjacency === "zero-out" && !isScalar;
  // With less noise a band costs ten times as much.
  const joined = joinedBands(bands, noiseMultiplier < 1 ? roughKindOfNumber : kindOfNumber);
  // At high rates a sample that everybody knows may spend less than a secret one.
  const isMostlySampled = joined.some(({ samplingRate }) => samplingRate > 0.5 && samplingRate < 1);
  const samples = toZero && isMostlySampled ? [joined, joined.map(asKnownSample)] : [joined];
  const transposition = isCovered(noiseMultiplier)
    ? samples.flatMap((each) =>
        profile({
          radius: 1 / (2 * noiseMultiplier),
          toZero,
          bands: each,
          leastDelta: 0.3 * leastDelta, // points of the transposition are cheap
        }),
      )
    : [];
  const points = [
    ...transposition,
    ...gaussianClonesProfile({ noiseMultiplier, bands, leastDelta }),
    ...(isScalar ? knownProfile({ report, bands, leastDelta }) : []),
  ];
  return { points, failure };
}

/**
 * The same of a sample that everybody knows: the others' records need not hide who is in it, and the zero
 * record is half as far away as they.
 */
function asKnownSample({ reports, samplingRate, weight, leastWeight }: CountBand): CountBand {
  return {
    reports,
    samplingRate: 1,
    weight: roundedUp(weight * samplingRate, ROUNDING.fewOperations),
    leastWeight: leastWeight * samplingRate,
  };
}

/**
 * Each band costs a tenth of a second: numbers are alike within a root of them, and those of many reports are
 * in few bands anyway.
 */
function kindOfNumber(reports: number): number {
  return reports < MANY_REPORTS ? Math.floor(2 * Math.sqrt(reports)) : reports;
}

/** Those of many reports are alike within a hundredth. */
function roughKindOfNumber(reports: number): number {
  return (
    kindOfNumber(Math.min(reports, MANY_REPORTS - 1)) +
    Math.floor(100 * Math.log(Math.max(1, reports / MANY_REPORTS)))
  );
}

/** With less noise no report hides another; with more, differences of ratios drown in rounding. */
function isCovered(noiseMultiplier: number): boolean {
  return noiseMultiplier >= 0.3 && noiseMultiplier <= 1e5;
}

const profile = memoize(transpositionProfile, {
  key: (options: TranspositionOptions) => JSON.stringify(options),
  capacity: 64,
});
