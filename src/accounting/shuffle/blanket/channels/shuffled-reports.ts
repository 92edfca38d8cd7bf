import type {
  DiscreteChannelEvent,
  GaussianScalarEvent,
  LaplaceScalarEvent,
} from "../../../../privacy/index.js";
import { type ShuffledChannel, shuffledChannel } from "./shuffled-channel.js";
import { shuffledScalar } from "./shuffled-scalar.js";

/** Reports whose law is known for every value. */
export type KnownReport = DiscreteChannelEvent | LaplaceScalarEvent | GaussianScalarEvent;

/** The privacy profile of a number of shuffled reports. */
export function shuffledReports(report: KnownReport, users: number): ShuffledChannel {
  return report.kind === "discreteChannel"
    ? shuffledChannel(report.matrix, users)
    : shuffledScalar(report, users);
}
