import { memoize } from "../../../../numerics/memoize.js";
import { ROUNDING, roundedUp } from "../../../../numerics/rounding.js";
import type { ProfilePoint } from "../../../../pld/pairs/profile-pair.js";
import { isLevels } from "../../../rounds/reports/registry.js";
import { responseShape } from "../../../rounds/response-shape.js";
import type { LevelsReport } from "../../../rounds/round.js";
import { MAX_CATEGORIES, MAX_REPORTS } from "../../shuffle-ranges.js";
import { sampledPairs } from "./shuffled-channel.js";
import { type HidingReport, pairsOf } from "./shuffled-reports.js";
import { subsetPair } from "./subset-pair.js";

/** Reports whose blanket is known: of any pure randomizer it is binary response's. */
export type BlanketReport = LevelsReport | HidingReport;

/** Reports of a sample of a fixed size. */
export interface SampledReports {
  readonly report: BlanketReport;
  readonly reports: number;
  /** reports / users. */
  readonly samplingRate: number;
  /** Below it the profile need not go. */
  readonly leastDelta: number;
}

/**
 * The first epsilon after zero, in standard deviations of the loss, and the ratio of the next ones. Valid at
 * any two, as chords are above the curve: half or twice the first moves an epsilon by less than 1e-4 of
 * itself. Half the growth lowers it by up to 2e-4, in 1.6 times the time; twice the growth raises it by up
 * to 6e-4.
 */
const FIRST = 0.05;
const GROWTH = 1.03;
/** Where the deviation is smaller, epsilons are too close to each other to be told apart. */
const MIN_DEVIATION = 1e-12;

/**
 * Upper bounds of delta at rising epsilons, both directions alike, of the shuffled reports of a sample that
 * is drawn without replacement from all users.
 *
 * @see docs/theorems/absent-reports.md, section 4
 */
export const sampledProfile: (sample: SampledReports) => readonly ProfilePoint[] = memoize(profileOf, {
  key: (sample: SampledReports) => JSON.stringify(sample),
  capacity: 32,
});

function profileOf({ report, reports, samplingRate, leastDelta }: SampledReports): readonly ProfilePoint[] {
  const counted = Math.min(reports, MAX_REPORTS);
  const pairs = isLevels(report)
    ? [subsetPair(responseShape(report, MAX_CATEGORIES), counted)]
    : pairsOf(report, counted);
  const { deviation, deltaAt } = sampledPairs(pairs, counted, samplingRate);
  const end = roundedUp(Math.log1p(samplingRate * Math.expm1(report.epsilon)), ROUNDING.formula);
  const points: ProfilePoint[] = [];
  let epsilon = 0;
  for (; epsilon < end; epsilon = Math.max(FIRST * Math.max(deviation, MIN_DEVIATION), GROWTH * epsilon)) {
    const delta = Math.min(1, roundedUp(deltaAt(epsilon), ROUNDING.fewOperations));
    points.push({ epsilon, delta });
    if (delta < leastDelta) return points;
  }
  return [...points, { epsilon: end, delta: 0 }];
}
