import { roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { Bracket, GaussianBySensitivity } from "../../privacy/index.js";
import { DOMAIN } from "../../validate.js";
import { atMost, exactly } from "../claims/brackets.js";
import { asGaussian, isGaussian } from "../rounds/as-gaussian.js";
import {
  ALL_ADJACENCIES,
  BOUNDED_REPORTS,
  type Coverage,
  PRESENT_OR_NOT,
  PURE_REPORTS,
  SAME_SIZE,
  SHUFFLES,
} from "../rounds/coverage.js";
import { localDelta } from "../rounds/local-delta.js";
import { localRowOf } from "../rounds/reports/registry.js";
import type { RoundKind } from "../rounds/round.js";
import type { RoundLimit } from "../rounds/round-limit.js";
import { gaussianDelta, gaussianEpsilon } from "../theorems/gaussian.js";
import { type BoundReports, NO_EPSILON, type ReportBound } from "./report-bound.js";

const LOCAL_REPORTS = ["approximateLocal", ...PURE_REPORTS, "gaussianScalar"] as const;

/** Every report of a finite epsilon at some delta, alone and sampled. */
export const UNSHUFFLED_COVERAGE: readonly Coverage<RoundKind, (typeof BOUNDED_REPORTS)[number]>[] = [
  { rounds: ["report", "randomAllocation"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES },
  { rounds: ["report", "randomAllocation"], reports: LOCAL_REPORTS, adjacencies: SAME_SIZE },
  { rounds: SHUFFLES, reports: BOUNDED_REPORTS, adjacencies: SAME_SIZE },
  { rounds: ["poissonSample"], reports: ["gaussian"], adjacencies: PRESENT_OR_NOT },
];

/** How many different rounds there may be: each check-in one takes a millisecond. Valid at any number. */
export const MAX_UNSHUFFLED: RoundLimit = (round) => (round.kind === "checkInShuffle" ? 1536 : Infinity);

/** A report's own guarantee: what holds with no credit for the shuffler. */
export const unshuffledReports: BoundReports = (report) => {
  if (isGaussian(report)) return unshuffledGaussian(asGaussian(report));
  const { sources, epsilonIs } = localRowOf(report);
  const epsilon = (epsilonIs === "exact" ? exactly : atMost)(report.epsilon);
  const least = localDelta(report);
  return {
    epsilonAtDelta: (delta) => (delta >= least ? epsilon : NO_EPSILON),
    assumptions: [],
    source: sources.epsilon,
  };
};

function unshuffledGaussian({ noiseMultiplier }: GaussianBySensitivity): ReportBound {
  return {
    epsilonAtDelta: (delta, upperOnly) =>
      delta > 0 ? epsilonOfGaussian(noiseMultiplier, delta, upperOnly) : NO_EPSILON,
    deltaAtEpsilon: (epsilon) => deltaOfGaussian(noiseMultiplier, epsilon),
    assumptions: [],
    source: "Balle and Wang 2018, Theorem 8",
  };
}

/**
 * More than a Gaussian's delta is rounded up, relatively: by some ulps of (epsilon / mu)^2 - (mu / 2)^2 and
 * those of mu. At this noise, the least of one report, they are 4e-11 at a delta of 1e-98, and grow like mu
 * where rounds are composed. Half of it would do; twice as much lowers no printed digit.
 */
const GAUSSIAN_DELTA_ERROR = 2 ** -33;
const ERROR_NOISE = DOMAIN.noise.min / 2;

function deltaErrorAt(noiseMultiplier: number): number {
  return GAUSSIAN_DELTA_ERROR * Math.max(1, ERROR_NOISE / noiseMultiplier);
}

function epsilonOfGaussian(noiseMultiplier: number, delta: number, upperOnly: boolean): Bracket {
  const upper = gaussianEpsilon({ delta, noiseMultiplier });
  if (upperOnly || upper === 0 || upper === Infinity)
    return { ...atMost(upper), lower: upper === Infinity ? upper : 0 };
  const larger = roundedUp(delta, deltaErrorAt(noiseMultiplier));
  const lower = larger < 1 ? gaussianEpsilon({ delta: larger, noiseMultiplier }) : 0;
  return { lower: Math.min(lower, upper), estimate: upper, upper };
}

function deltaOfGaussian(noiseMultiplier: number, epsilon: number): Bracket {
  const upper = gaussianDelta({ epsilon, noiseMultiplier });
  return {
    lower: Math.max(0, roundedDown(upper, deltaErrorAt(noiseMultiplier)) - 2 * Number.MIN_VALUE),
    estimate: upper,
    upper,
  };
}
