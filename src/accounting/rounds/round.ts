/**
 * The normal form of one round, which every accountant reads: how reports come to be released, and of what kind they are.
 *
 * Weights shuffling is post-processing of the round inside of it and stays in a field of its own, so that only its own accountant
 * has to know it.
 */

import { DpError } from "../../errors.js";
import { ROUNDING, roundedUp } from "../../numerics/rounding.js";
import {
  type Adjacency,
  type DiscreteChannelEvent,
  type GaussianBySensitivity,
  type GaussianScalarEvent,
  type LaplaceScalarEvent,
  type LocalEvent,
  type MechanismEvent,
  type RandomizedResponseEvent,
  type SubsetResponseEvent,
  sensitivityToClip,
  type WeightShuffleEvent,
} from "../../privacy/index.js";
import type { RoundEvent } from "../../privacy/rounds-in.js";
import { channelEpsilon } from "./channel-epsilon.js";

/** A release by itself: of one user's report or, with Gaussian noise, of a sum. Gaussian noise is relative to the sensitivity here. */
export type Report = GaussianBySensitivity | GaussianScalarEvent | LocalReportEvent;

/** A local randomizer's report. */
type LocalReportEvent =
  | LocalEvent
  | RandomizedResponseEvent
  | SubsetResponseEvent
  | ChannelReport
  | LaplaceReport;

/** A number with Laplace noise. */
export interface LaplaceReport extends LaplaceScalarEvent {
  /** W / b, rounded up. */
  readonly epsilon: number;
}

/** A report of a randomizer given by its matrix. */
export interface ChannelReport extends DiscreteChannelEvent {
  /** Infinite where a report is possible for one input and impossible for another. */
  readonly epsilon: number;
}

/** What a round of each kind has beside its report. */
interface RoundFields {
  /** A report by itself: nothing is sampled or shuffled. */
  readonly report: object;
  /** Every user's report, shuffled. */
  readonly shuffle: FixedSize;
  /** The reports of a fixed number of users, drawn without replacement and shuffled. */
  readonly subsampledShuffle: FixedSize;
  /** The reports of those users who check in, shuffled. */
  readonly checkInShuffle: {
    readonly users: number;
    /** The probability that a user checks in. */
    readonly samplingRate: number;
  };
  /** A trusted server's release about a Poisson sample of the records. */
  readonly poissonSample: { readonly samplingRate: number };
  /** A trusted server's releases about batches, one of which each record is in. */
  readonly randomAllocation: { readonly steps: number };
}

interface FixedSize {
  readonly users: number;
  /** How many reports are released, all of which hide each other. */
  readonly reports: number;
  /** reports / users. */
  readonly samplingRate: number;
}

/** What is sampled and shuffled in a round. */
export type RoundKind = keyof RoundFields;

/** A round of one of the given kinds with one of the given reports. */
export type Round<Kind extends RoundKind = RoundKind, Of extends Report = Report> = {
  [Each in Kind]: {
    readonly kind: Each;
    readonly report: Of;
    readonly weightShuffle?: Pick<WeightShuffleEvent, "dimension" | "batchClipRatio">;
  } & RoundFields[Each];
}[Kind];

/**
 * Reads an event as a round, its Gaussian noise as a multiple of the sensitivity under this adjacency.
 *
 * @throws DpError NOT_APPLICABLE sampling, shuffling or composition is nested where no analysis is known
 */
export function readRound(event: RoundEvent, adjacency: Adjacency): Round {
  switch (event.kind) {
    case "gaussian":
    case "local":
    case "randomizedResponse":
    case "subsetResponse":
    case "discreteChannel":
    case "laplaceScalar":
    case "gaussianScalar":
      return { kind: "report", report: reportFrom(event, adjacency) };
    case "shuffle": {
      const { users } = event;
      return { kind: "shuffle", report: reportOf(event, adjacency), users, reports: users, samplingRate: 1 };
    }
    case "subsampledShuffle": {
      const { users, sampled: reports } = event;
      return {
        kind: "subsampledShuffle",
        report: reportOf(event, adjacency),
        users,
        reports,
        samplingRate: reports / users,
      };
    }
    case "checkInShuffle":
      return {
        kind: "checkInShuffle",
        report: reportOf(event, adjacency),
        users: event.users,
        samplingRate: event.checkInRate,
      };
    case "poissonSample":
      return { kind: "poissonSample", report: reportOf(event, adjacency), samplingRate: event.rate };
    case "randomAllocation":
      return { kind: "randomAllocation", report: reportOf(event, adjacency), steps: event.steps };
    case "weightShuffle":
      return readWeightShuffle(event, adjacency);
  }
}

function readWeightShuffle(
  { dimension, batchClipRatio, of }: WeightShuffleEvent,
  adjacency: Adjacency,
): Round {
  if (of.kind === "repeat" || of.kind === "sequence" || of.kind === "weightShuffle") {
    throw nested("weightShuffle", of);
  }
  return { ...readRound(of, adjacency), weightShuffle: { dimension, batchClipRatio } };
}

function reportOf({ kind, of }: RoundEvent & { readonly of: MechanismEvent }, adjacency: Adjacency): Report {
  switch (of.kind) {
    case "gaussian":
    case "local":
    case "randomizedResponse":
    case "subsetResponse":
    case "discreteChannel":
    case "laplaceScalar":
    case "gaussianScalar":
      return reportFrom(of, adjacency);
    default:
      throw nested(kind, of);
  }
}

type ReportEvent = Extract<MechanismEvent, { readonly kind: Report["kind"] }>;

function reportFrom(report: ReportEvent, adjacency: Adjacency): Report {
  switch (report.kind) {
    case "discreteChannel":
      return { ...report, epsilon: channelEpsilon(report.matrix) };
    case "laplaceScalar":
      return { ...report, epsilon: roundedUp(1 / report.noiseToWidth, ROUNDING.operation) };
    case "gaussian":
      return report.noiseToClip === undefined
        ? report
        : { kind: "gaussian", noiseMultiplier: report.noiseToClip / sensitivityToClip(adjacency) };
    default:
      return report;
  }
}

function nested(outer: string, inner: MechanismEvent): DpError {
  return new DpError("NOT_APPLICABLE", `event: no analysis of ${inner.kind} inside of ${outer} is known`, {
    parameter: "event",
    value: inner,
    allowed:
      "a round of reports: gaussian, local, randomizedResponse, subsetResponse, discreteChannel, laplaceScalar or gaussianScalar",
  });
}
