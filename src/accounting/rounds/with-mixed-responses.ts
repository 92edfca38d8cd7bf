import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import type { RandomizedResponseEvent, SubsetResponseEvent } from "../../privacy/index.js";
import { responseSets } from "./response-sets.js";
import type { Round } from "./round.js";

type Responses = Extract<
  Round<"checkInShuffle", RandomizedResponseEvent | SubsetResponseEvent>,
  { readonly kind: "checkInShuffle" }
>;

/**
 * Responses of users who send a uniform dummy where they do not join, as a shuffle of all users' reports: a
 * coin between a response of two levels and a uniform report is a response of two levels that are nearer to
 * each other.
 *
 * @see docs/theorems/absent-reports.md, section 3
 */
export function withMixedResponses(
  round: Responses,
): Round<"shuffle", RandomizedResponseEvent | SubsetResponseEvent> {
  const { users, samplingRate: joins, report } = round;
  const { mass } = responseSets(report);
  const low = 1 / (1 + mass * Math.expm1(report.epsilon));
  const gap = (joins * Math.expm1(report.epsilon) * low) / (1 - joins + joins * low);
  const epsilon = Math.min(report.epsilon, roundedUp(Math.log1p(gap), ROUNDING.formula));
  const { blocksAndDummies } = round;
  const dummies =
    blocksAndDummies === undefined || blocksAndDummies.dummies === 0 ? undefined : blocksAndDummies;
  return {
    kind: "shuffle",
    users,
    reports: users,
    samplingRate: 1,
    report: { ...report, epsilon },
    ...(dummies && { blocksAndDummies: { ...dummies, absentees: "silent" } }),
  };
}
