import { ROUNDING, roundedDown } from "../../numerics/rounding.js";
import { gaussianPrivacyLoss } from "../../pld/gaussian-privacy-loss.js";
import type { PrivacyLossDistribution } from "../../pld/privacy-loss-distribution.js";
import { randomAllocationPrivacyLoss } from "../central/random-allocation-privacy-loss.js";
import { notApplicable } from "../claims/not-applicable.js";
import { asGaussian } from "../rounds/as-gaussian.js";
import {
  ALL_ADJACENCIES,
  type Coverage,
  type CoveredRound,
  type GAUSSIAN_REPORTS,
  PRESENT_OR_NOT,
  SAME_SIZE,
} from "../rounds/coverage.js";
import { type LossOfRound, lossOfRound, type RoundLoss } from "../rounds/round-loss.js";
import { secretParticipation } from "../rounds/secret-participation.js";

/**
 * Below it the ratio's law spans too many orders of magnitude for a lattice. Valid at any: half or twice as
 * much moves a Gaussian mechanism's epsilon by less than 0.02 %; with half as much allocations at 0.25 have
 * a figure, with twice as much those at 0.7 have none.
 */
const MIN_NOISE_MULTIPLIER = 0.4;

/**
 * Many releases are one of very little noise, whose parts round by more than a lattice of larger losses.
 * Valid at any: twice as many widen the bracket of a thousand releases of noise 0.001 from 0.4 % to 0.8 %;
 * with half as many 8,000 of them have no lower end.
 */
const MAX_PARTS = 1e7;

/** Gaussian mechanisms whose pair is known for every data set. */
export const CENTRAL_COVERAGE: readonly Coverage<
  "report" | "randomAllocation",
  (typeof GAUSSIAN_REPORTS)[number]
>[] = [
  { rounds: ["report"], reports: ["gaussian"], adjacencies: ALL_ADJACENCIES },
  { rounds: ["report"], reports: ["gaussianScalar"], adjacencies: SAME_SIZE },
  { rounds: ["randomAllocation"], reports: ["gaussian"], adjacencies: PRESENT_OR_NOT },
];

export const centralLossOfRound: LossOfRound = lossOfRound({
  method: "pld",
  covers: CENTRAL_COVERAGE,
  lossOf: centralLoss,
});

/** The exact privacy loss of Gaussian mechanisms whose pair is known for every data set: `proven`. */
export function centralLoss(
  round: CoveredRound<"report" | "randomAllocation", (typeof GAUSSIAN_REPORTS)[number]>,
): RoundLoss {
  const report = asGaussian(round.report);
  if (round.kind === "report") {
    const source = "Balle and Wang 2018, Theorem 8";
    return { loss: gaussianLoss(report), status: "proven", assumptions: [], source };
  }
  const noiseMultiplier = latticeNoiseMultiplier(report);
  return {
    loss: randomAllocationPrivacyLoss({ steps: round.steps, noiseMultiplier }),
    status: "proven",
    assumptions: ["honest-aggregator", ...secretParticipation(round)],
    source:
      round.joined === 1
        ? "Feldman and Shenfeld 2025"
        : "Feldman and Shenfeld 2025, of k of t batches by k allocations to t / k",
  };
}

/** One release, or one cut into as many with more noise as a lattice can hold: together they are the same. */
function gaussianLoss({ noiseMultiplier }: { readonly noiseMultiplier: number }): PrivacyLossDistribution {
  const parts = Math.min(MAX_PARTS, Math.ceil((MIN_NOISE_MULTIPLIER / noiseMultiplier) ** 2));
  const ofPart =
    parts === 1 ? noiseMultiplier : roundedDown(noiseMultiplier * Math.sqrt(parts), ROUNDING.operation);
  return gaussianPrivacyLoss({ noiseMultiplier: ofPart }).compose(parts);
}

/** Whether the mean of Gaussian reports has a law that a lattice can hold. */
export function fitsLattice({ noiseMultiplier }: { readonly noiseMultiplier: number }): boolean {
  return noiseMultiplier >= MIN_NOISE_MULTIPLIER;
}

/** The noise multiplier of Gaussian reports whose mean has a law that a lattice can hold. */
export function latticeNoiseMultiplier(report: { readonly noiseMultiplier: number }): number {
  if (fitsLattice(report)) return report.noiseMultiplier;
  throw notApplicable(
    "pld",
    `the law of the mean is heavy-tailed below a noise multiplier of ${MIN_NOISE_MULTIPLIER}; see rdp-exact`,
  );
}
