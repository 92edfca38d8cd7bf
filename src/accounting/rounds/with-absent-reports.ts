import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import type { LocalEvent, RandomizedResponseEvent, SubsetResponseEvent } from "../../privacy/index.js";
import type { AnswersReport, ChannelReport, Round } from "./round.js";

/** Reports that may be "absent", too: of two levels, any pure local ones, or given by a matrix. */
type LocalReport = LocalEvent | RandomizedResponseEvent | SubsetResponseEvent | ChannelReport | AnswersReport;
type CheckIn<Of extends LocalReport> = Extract<
  Round<"checkInShuffle", Of>,
  { readonly kind: "checkInShuffle" }
>;

/**
 * Check-in of local reports as a shuffle of all users' reports: who does not join sends "absent", which hides
 * as any other report does.
 *
 * Relative to a base law with a point for "absent", a randomizer of two levels has the same two levels, on
 * sets of smaller mass; of any pure one the worst is binary response with "absent".
 *
 * @see docs/theorems/absent-reports.md
 */
export function withAbsentReports<Of extends LocalReport>(
  round: CheckIn<Of>,
): Round<"shuffle", SubsetResponseEvent | ChannelReport | AnswersReport> {
  const { users, samplingRate, report } = round;
  return {
    kind: "shuffle",
    users,
    reports: users,
    samplingRate: 1,
    report: withAbsence(report, samplingRate),
  };
}

function withAbsence(
  report: LocalReport,
  joins: number,
): SubsetResponseEvent | ChannelReport | AnswersReport {
  switch (report.kind) {
    case "answers":
      return { ...report, presence: joins };
    case "discreteChannel":
      return channelOf(report, joins);
    default:
      return subsetsOf(report, joins);
  }
}

function channelOf(report: ChannelReport, joins: number): ChannelReport {
  const matrix = report.matrix.map((row) => [...row.map((each) => joins * each), 1 - joins]);
  return { ...report, matrix };
}

function subsetsOf(
  report: LocalEvent | RandomizedResponseEvent | SubsetResponseEvent,
  joins: number,
): SubsetResponseEvent {
  const { epsilon } = report;
  const { mass, overlap = 0 } = setsOf(report);
  // Both divided by the mass of the base law that is not "absent".
  const rest = joins + (1 - joins) * (1 + mass * Math.expm1(epsilon));
  const scale = joins / rest;
  // A larger set and a smaller overlap hide less.
  return {
    kind: "subsetResponse",
    epsilon,
    mass: Math.min(mass, roundedUp(mass * scale, ROUNDING.formula)),
    overlap: roundedDown(overlap * scale, ROUNDING.formula),
  };
}

function setsOf(report: LocalEvent | RandomizedResponseEvent | SubsetResponseEvent): {
  readonly mass: number;
  readonly overlap?: number;
} {
  switch (report.kind) {
    case "local":
      return { mass: 1 / 2 };
    case "randomizedResponse":
      return { mass: 1 / report.categories };
    case "subsetResponse":
      return report;
  }
}
