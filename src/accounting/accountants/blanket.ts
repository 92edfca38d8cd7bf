import type { Bracket } from "../../privacy/index.js";
import { DOMAIN } from "../../validate.js";
import type { Accountant } from "../accountant.js";
import { atMost, exactly, lesser } from "../claims/brackets.js";
import { compositionAccountant } from "../composition/composition-accountant.js";
import { optimalComposition } from "../composition/optimal-composition.js";
import { type BoundReports, lesserBound, NO_EPSILON, type ReportBound } from "../composition/report-bound.js";
import { PURE_REPORTS, SAME_SIZE, SHUFFLES } from "../rounds/coverage.js";
import { responseShape } from "../rounds/response-shape.js";
import type { Report } from "../rounds/round.js";
import { MAX_DIFFERENT, MAX_SEARCHED } from "../rounds/round-limit.js";
import { ChannelCurve } from "../shuffle/blanket/channels/channel-curve.js";
import { type ShuffledChannel, shuffledPairs } from "../shuffle/blanket/channels/shuffled-channel.js";
import {
  isKnown,
  ownEpsilon,
  shuffledReports,
  worstOf,
} from "../shuffle/blanket/channels/shuffled-reports.js";
import { subsetPair } from "../shuffle/blanket/channels/subset-pair.js";
import { randomizedResponseProfile } from "../shuffle/blanket/responses/randomized-response-profile.js";
import { ownDelta } from "../shuffle/clones/own-delta.js";
import { MAX_REPORTS } from "../shuffle/shuffle-ranges.js";
import { blanketEpsilon } from "../theorems/blanket.js";

const LEMMA = "Balle, Bell, Gascon, Nissim 2019, Lemma 5.3";
const SUBSETS = `${LEMMA}, of two sets that meet least (docs/theorems/subset-response.md)`;
const REPORTS = [...PURE_REPORTS, "unboundedChannel", "gaussianScalar"] as const;
/** Reports do not depend on the values. */
const SAME_LAWS: ReportBound = {
  epsilonAtDelta: () => exactly(0),
  deltaAtEpsilon: () => exactly(0),
  assumptions: ["honest-shuffler"],
  source: SUBSETS,
};
/**
 * A loss that is larger than what contributions are rounded up by; and the deltas to which that matters.
 * Valid at any two: twice the loss raises a delta of 3e-12 by 3 %, and half of it by 0.8 %; twice or half of
 * the other changes none.
 */
const ROUNDED_LOSS = 2 ** -39 + 2 ** -48;
const TINY_DELTA = 2 ** -32;

/**
 * The privacy blanket of Balle, Bell, Gascon and Nissim 2019: exact for randomized response, else by
 * concentration; `proven`.
 *
 * @see docs/theorems/blanket.md
 */
export const blanket: Accountant = compositionAccountant({
  method: "blanket",
  covers: [{ rounds: SHUFFLES, reports: REPORTS, adjacencies: SAME_SIZE }],
  boundReports,
  composition: optimalComposition,
  mostSearched: (round) => (isSummed(round.report) ? 2 : MAX_SEARCHED),
  mostDifferent: (round) => (isSummed(round.report) ? 8 : MAX_DIFFERENT),
});

function boundReports(...[report, users]: Parameters<BoundReports<(typeof REPORTS)[number]>>): ReportBound {
  if (isKnown(report))
    return boundBlanket(shuffledReports(report, users), ownEpsilon(report), `${LEMMA}, ${worstOf(report)}`);
  const { epsilon: localEpsilon } = report;
  if (report.kind !== "local") {
    const shape = responseShape(report, DOMAIN.count.max);
    if (shape.ownShare <= 0) return SAME_LAWS;
    const response = boundResponse(localEpsilon, Math.max(2, shape.categories), users);
    if (shape.ownShare === 1) return response;
    // What more reports would add is left out, but for what a response with disjoint sets says of them.
    const counted = Math.min(users, MAX_REPORTS);
    const subsets = boundBlanket(shuffledPairs([subsetPair(shape, counted)], counted), localEpsilon, SUBSETS);
    return users === counted ? subsets : lesserBound(subsets, response);
  }
  return {
    epsilonAtDelta: (delta) =>
      delta > 0 ? genericEpsilon(localEpsilon, users, delta) : exactly(localEpsilon),
    assumptions: ["honest-shuffler"],
    source: "Balle, Bell, Gascon, Nissim 2019, Theorem 5.3 with Lemmas 5.5 and 5.6",
  };
}

/** Whether the bound is that of the sum of the reports' contributions, which takes some 0.5 s. */
function isSummed(report: Report): boolean {
  return isKnown(report) || report.kind === "subsetResponse";
}

/** Randomized response of a real number of categories. */
function boundResponse(localEpsilon: number, categories: number, users: number): ReportBound {
  const profile = randomizedResponseProfile({ localEpsilon, categories, users });
  return {
    epsilonAtDelta: (delta, upperOnly) =>
      // Composition evaluates several deltas.
      delta > 0 ? profile.epsilonAt(delta, { precision: 2 ** -18, upperOnly }) : exactly(localEpsilon),
    deltaAtEpsilon: (epsilon) => (epsilon < localEpsilon ? profile.deltaAt(epsilon) : exactly(0)),
    assumptions: ["honest-shuffler"],
    source: LEMMA,
  };
}

function boundBlanket(channel: ShuffledChannel, localEpsilon: number, source: string): ReportBound {
  const curve = new ChannelCurve(channel, localEpsilon);
  return {
    epsilonAtDelta: (delta) => {
      const epsilon = delta > 0 ? curve.epsilonAt(delta) : localEpsilon;
      return epsilon < Infinity ? atMost(epsilon) : NO_EPSILON;
    },
    deltaAtEpsilon: (epsilon) => {
      // Below the curve's rounding where there is little to learn.
      const own = ownDelta(localEpsilon, 0, epsilon);
      return atMost(Math.min(deltaOf(curve, epsilon), own));
    },
    assumptions: ["honest-shuffler"],
    source,
  };
}

/**
 * Where reports tell little, the curve at zero is mostly its own rounding: delta at a loss above that,
 * converted to the smaller epsilon, is less.
 */
function deltaOf(curve: ChannelCurve, epsilon: number): number {
  const delta = curve.deltaAt(epsilon);
  if (epsilon > ROUNDED_LOSS || delta > TINY_DELTA) return delta;
  return Math.min(delta, ownDelta(ROUNDED_LOSS, curve.deltaAt(ROUNDED_LOSS), epsilon));
}

function genericEpsilon(localEpsilon: number, users: number, delta: number): Bracket {
  const at = (inequality: "hoeffding" | "bennett"): Bracket =>
    blanketEpsilon({ localEpsilon, users, randomizer: { kind: "generic" }, inequality, delta });
  return lesser(at("hoeffding"), at("bennett"));
}
