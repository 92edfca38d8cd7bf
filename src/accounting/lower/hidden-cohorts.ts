import { narrowBinomialRange } from "../../numerics/binomial-range.js";
import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import { type Adjacency, type GaussianBySensitivity, sensitivityToClip } from "../../privacy/index.js";
import { poissonGaussianPrivacyLoss } from "../central/poisson-gaussian-privacy-loss.js";
import type { SHUFFLES } from "../rounds/coverage.js";
import type { BlocksAndDummiesOfRound, Round } from "../rounds/round.js";
import { type Cohort, cohortSource } from "./cohort.js";
import { exchangedRecordPair } from "./exchanged-record-pair.js";

/** A shuffle of vectors with blocks that one draw decides about, or with dummies. */
export type HiddenVectors = Round<(typeof SHUFFLES)[number], GaussianBySensitivity> & {
  readonly blocksAndDummies: BlocksAndDummiesOfRound;
};

/** All reports of one block: those of a cohort of zero records are dummies, too. */
export interface EqualReports {
  readonly reports: number;
  readonly samplingRate: number;
}

/**
 * The share of check-in rounds that may have more reports than are counted: the changed user counts as absent
 * in them. Valid at any: the square of it lowers a lower end by up to 7 %, its root raises one by 5 %.
 */
const TAIL = 2 ** -60;

/**
 * The fixed number of reports in which the changed user's hides where all others hold the zero record;
 * undefined where it varies.
 */
export function equalReports(round: HiddenVectors): EqualReports | undefined {
  const { blocksAndDummies, samplingRate, users } = round;
  const { dummies, absentees } = blocksAndDummies;
  if (round.kind !== "checkInShuffle") return { reports: round.reports + dummies, samplingRate };
  return absentees === "dummy" || samplingRate === 1 ? { reports: users + dummies, samplingRate } : undefined;
}

/**
 * The sum of all blocks' reports, where all others hold the zero record: a trusted server's sampled sum, with
 * the noise of all reports.
 *
 * @see docs/theorems/dummies.md, section 9
 */
export function summedReports(round: HiddenVectors, adjacency: Adjacency): Cohort {
  const { reports, samplingRate } = equalReports(round) ?? withMostNoise(round);
  const { noiseMultiplier } = round.report;
  const words = "all others hold the zero record, and the reports are added up";
  const noise = roundedUp(noiseMultiplier * Math.sqrt(reports), ROUNDING.formula);
  if (adjacency === "replace-one") {
    const pair = exchangedRecordPair(samplingRate, noise);
    return { pair, source: cohortSource(`${words}: a record exchanged for its opposite`) };
  }
  const toClip = noise * sensitivityToClip(adjacency);
  const loss = poissonGaussianPrivacyLoss({ samplingRate, noiseMultiplier: toClip });
  return { loss, source: cohortSource(words) };
}

/**
 * With more noise, so that every round has that of the same number of reports; in a round of more of them the
 * changed user counts as absent.
 */
function withMostNoise({ users, samplingRate, blocksAndDummies }: HiddenVectors): EqualReports {
  const { max } = narrowBinomialRange({ trials: users, probability: samplingRate }, TAIL);
  return {
    reports: max + blocksAndDummies.dummies,
    samplingRate: roundedDown(Math.max(0, samplingRate - TAIL), ROUNDING.sum),
  };
}
