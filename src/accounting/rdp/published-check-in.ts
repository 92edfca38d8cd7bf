import type { Assumption } from "../../privacy/index.js";
import type { RenyiCurve } from "../claims/renyi-curve.js";
import type { CoveredRound } from "../rounds/coverage.js";
import { secretParticipation } from "../rounds/secret-participation.js";
import { gaussianRatio } from "./gaussian-ratio.js";
import { meanOf } from "./mean-ratio.js";
import type { RenyiAnalysis } from "./renyi-analysis.js";
import { thinned } from "./thinned-ratio.js";

/**
 * Orders at which a published curve is held against the divergence of its own pair, which is exact at
 * integers. Whatever they are, they tell a status and change no figure.
 */
const PROBES = [2, 4, 16, 64];
const ASSUMPTIONS: readonly Assumption[] = [
  "homogeneous-cohort",
  "one-direction",
  "honest-shuffler",
  "published-inclusion-rate",
];

type CheckIn = CoveredRound<"checkInShuffle", "gaussian">;

/**
 * A check-in curve as published, which takes gamma for the inclusion rate k / n: `refuted` where it lies
 * below the divergence, in the very direction and cohort that it assumes; else `conditional`.
 *
 * @see docs/theorems/shuffle-gaussian.md
 */
export function publishedCheckIn(round: CheckIn, curve: RenyiCurve, source: string): RenyiAnalysis {
  const remark = counterexample(round, curve);
  return {
    curve,
    highOrdersAreCheap: true, // which end early
    status: remark === undefined ? "conditional" : "refuted",
    assumptions: [...ASSUMPTIONS, ...secretParticipation(round)],
    source,
    ...(remark !== undefined && { remark }),
  };
}

function counterexample(
  { users, samplingRate, report: { noiseMultiplier } }: CheckIn,
  curve: RenyiCurve,
): string | undefined {
  const pair = meanOf(thinned(gaussianRatio(noiseMultiplier), samplingRate), users);
  for (const order of PROBES) {
    const exact = pair.logMoment(order) / (order - 1);
    const published = curve.at(order);
    if (exact === Infinity || !(published < exact * (1 - 1e-9))) continue; // both are computed to about 1e-12
    return (
      `counterexample: in a homogeneous cohort one round's Renyi divergence at order ${order} is ` +
      `${exact.toPrecision(3)}, not ${published.toPrecision(3)} as published`
    );
  }
  return undefined;
}
