import { memoize } from "../../../numerics/memoize.js";
import { normalCdf } from "../../../numerics/normal-cdf.js";
import { ROUNDING, roundedUp } from "../../../numerics/rounding.js";
import {
  excessAbove,
  type Neighbours,
  recordToZero,
  replacedRecord,
  zeroToRecord,
} from "../transposition/neighbours.js";
import { type Contribution, MIN_RADIUS } from "./contribution.js";
import { type ChangedRecord, contributionOf, onePlus } from "./dummies-delta.js";
import { callContribution, otherContribution, putContribution } from "./gaussian-contributions.js";
import { weightedMeansExcess } from "./weighted-means-excess.js";

/** One shuffled Gaussian report among dummies and the reports of other users. */
export interface HiddenByAll {
  readonly changed: ChangedRecord;
  /** a, the largest norm of a record, in standard deviations of a report's noise. */
  readonly radius: number;
  /** D >= 1. */
  readonly dummies: number;
  /** j >= 1, the other users' reports. */
  readonly others: number;
}

/**
 * Where the mean of the dummies' ratios is cut, in its standard deviations from one. Valid at any: half as
 * many cuts raise an epsilon by up to 1 %, twice as many move it by less than 0.04 %.
 */
const ABOVE = [3, 4, 5, 6, 7.5, 10];
const BELOW = [3, 4, 5, 6.5];

/**
 * Theorem B of docs/theorems/dummies-and-others.md: an upper bound of delta at log(1 + excess), whatever the
 * other users' records are.
 *
 * @param excess t - 1 >= 0
 */
export function jointDelta({ changed, radius, dummies, others }: HiddenByAll, excess: number): number {
  const t = onePlus(excess);
  const neighbours = neighboursOf(changed, radius);
  const unshuffled = excessAbove(neighbours, t, 0);
  const own = contributionOf(changed, radius, t);
  const other = otherContribution(neighbours, t);
  const ownVariance = own.variance / (dummies + 1);
  const otherVariance = other.variance / others;
  const share = otherVariance / (ownVariance + otherVariance);
  const lossOf = ({ above, call, below, put }: Cut): number =>
    (1 - share) * (call * (unshuffled + excess) + excess * put) +
    normalExcess(
      -excess * (share + (1 - share) * below),
      Math.hypot(share * Math.sqrt(ownVariance), (1 - share) * above * Math.sqrt(otherVariance)),
    );
  const cut = cutsOf({ radius, dummies }).reduce((best, each) => (lossOf(each) < lossOf(best) ? each : best));
  const main = weightedMeansExcess(
    [
      { contribution: own, copies: dummies + 1, weight: share },
      { contribution: other, copies: others, weight: (1 - share) * cut.above },
    ],
    (1 - share) * excess * (cut.above - cut.below),
  );
  const rest = (1 - share) * (cut.call * (unshuffled + excess) + excess * cut.put);
  return Math.min(1, unshuffled, roundedUp(main + rest, ROUNDING.longFormula));
}

function neighboursOf(changed: ChangedRecord, norm: number): Neighbours {
  const radius = Math.max(MIN_RADIUS, norm);
  if (changed === "replaced") return replacedRecord(2 * radius);
  return changed === "to-zero" ? recordToZero(radius) : zeroToRecord(radius);
}

/** E(V)_+ of a normal V. */
function normalExcess(mean: number, deviation: number): number {
  const z = mean / deviation;
  return deviation * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) + z * normalCdf(z));
}

/** M and M'', and upper bounds of kc(M) and kp(M''). */
interface Cut {
  readonly above: number;
  readonly call: number;
  readonly below: number;
  readonly put: number;
}

/** E(mean of copies)_+, which falls in their number. */
function meanExcess(contribution: Contribution, copies: number): number {
  return Math.min(contribution.excess(0), weightedMeansExcess([{ contribution, copies, weight: 1 }], 0));
}

/** They depend on neither t nor the other users. */
const cutsOf = memoize(
  ({ radius: norm, dummies }: Pick<HiddenByAll, "radius" | "dummies">): readonly Cut[] => {
    const radius = Math.max(MIN_RADIUS, norm);
    const copies = dummies + 1;
    const deviation = Math.sqrt(Math.expm1(radius * radius) / copies);
    const calls = ABOVE.map((deviations) => {
      const above = 1 + deviations * deviation;
      const contribution = callContribution(radius, above);
      return { above, call: meanExcess(contribution, copies) };
    });
    const puts = BELOW.map((deviations) => 1 - deviations * deviation)
      .filter((below) => below > 0)
      .map((below) => {
        const contribution = putContribution(radius, below);
        return { below, put: meanExcess(contribution, copies) };
      });
    return calls.flatMap((call) => [...puts, { below: 0, put: 0 }].map((put) => ({ ...call, ...put })));
  },
  // A round's bands have at most three numbers of dummies.
  { key: (options) => JSON.stringify(options), capacity: 16 },
);
