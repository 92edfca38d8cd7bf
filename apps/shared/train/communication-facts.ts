import type { CheckInReports } from "../../../src/training/options/run-config.js";
import { groupDigits } from "../words/group-digits.js";
import type { TrainSummary } from "./train-summary.js";

/** What a user sends in a round, in words; empty where users send no reports. */
export function communicationFacts({
  communication,
  config,
}: Pick<TrainSummary, "communication" | "config">): [string, string][] {
  if (communication === null) return [];
  const { bitsPerReport, reportsPerUser, bitsPerUser } = communication;
  const bits = `${groupDigits(bitsPerReport)} bits`;
  const each =
    reportsPerUser === 1
      ? bits
      : `${groupDigits(bitsPerUser)} bits in ${groupDigits(reportsPerUser)} reports of ${bits}`;
  // No other protocol has the field.
  const { joins, absentees } = config as Partial<CheckInReports>;
  const sendsLess = joins === "per-block" && absentees !== "dummy";
  return [["a user sends in a round", sendsLess ? `at most ${each}` : each]];
}
