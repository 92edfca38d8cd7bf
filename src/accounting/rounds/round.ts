/**
 * The normal form of one round, which every accountant reads: how reports come to be released, and of what
 * kind they are.
 *
 * Weights shuffling is post-processing of the round inside of it and stays in a field of its own, so that
 * only its own accountant has to know it.
 */

import { DpError } from "../../errors.js";
import { ROUNDING, roundedDown, roundedUp } from "../../numerics/rounding.js";
import {
  type Absentees,
  type Adjacency,
  type BlocksAndDummies,
  type DiscreteChannelEvent,
  type DummiesBy,
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
import { DOMAIN } from "../../validate.js";
import { channelEpsilon } from "./channel-epsilon.js";

/**
 * A release by itself: of one user's report or, with Gaussian noise, of a sum. Gaussian noise is relative to
 * the sensitivity here.
 */
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

/**
 * What may hide a report besides the others' reports, or make one draw decide about several; absent where
 * there is nothing of it.
 */
export interface BlocksAndDummiesOfRound {
  /**
   * m, blocks of a vector that one coin or sample decides about; those with coins of their own are rounds of
   * their own.
   */
  readonly blocks: number;
  /** D, for each block. */
  readonly dummies: number;
  /** Without dummies: "shuffler". */
  readonly dummiesBy: DummiesBy;
  /** Where all users report: "silent". */
  readonly absentees: Absentees;
}

/** What is sampled and shuffled in a round. */
export type RoundKind = keyof RoundFields;

/** A round of one of the given kinds with one of the given reports. */
export type Round<Kind extends RoundKind = RoundKind, Of extends Report = Report> = {
  [Each in Kind]: {
    readonly kind: Each;
    readonly report: Of;
    readonly weightShuffle?: Pick<WeightShuffleEvent, "dimension" | "batchClipRatio">;
    readonly blocksAndDummies?: BlocksAndDummiesOfRound;
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
      const own = withBlocksAndDummies(event, reportOf(event, adjacency), 1);
      return { kind: "shuffle", users, reports: users, samplingRate: 1, ...own };
    }
    case "subsampledShuffle": {
      const { users, sampled: reports } = event;
      const samplingRate = reports / users;
      const own = withBlocksAndDummies(event, reportOf(event, adjacency), samplingRate);
      return { kind: "subsampledShuffle", users, reports, samplingRate, ...own };
    }
    case "checkInShuffle": {
      const { users, checkInRate: samplingRate } = event;
      const own = withBlocksAndDummies(event, reportOf(event, adjacency), samplingRate);
      return { kind: "checkInShuffle", users, samplingRate, ...own };
    }
    case "poissonSample":
      return { kind: "poissonSample", report: reportOf(event, adjacency), samplingRate: event.rate };
    case "randomAllocation":
      return { kind: "randomAllocation", report: reportOf(event, adjacency), steps: event.steps };
    case "weightShuffle":
      return readWeightShuffle(event, adjacency);
  }
}

/**
 * How often the event's round runs: blocks with coins of their own, or that all users send, are rounds of
 * their own.
 */
export function roundsOfBlocks(event: RoundEvent): number {
  switch (event.kind) {
    case "shuffle":
      return event.blocks ?? 1;
    case "subsampledShuffle":
      return areRounds(event, event.sampled / event.users) ? (event.blocks ?? 1) : 1;
    case "checkInShuffle":
      return areRounds(event, event.checkInRate) ? (event.blocks ?? 1) : 1;
    case "weightShuffle":
      return event.of.kind === "repeat" || event.of.kind === "sequence" ? 1 : roundsOfBlocks(event.of);
    default:
      return 1;
  }
}

function areRounds({ joins = "once" }: BlocksAndDummies, samplingRate: number): boolean {
  return joins === "per-block" || samplingRate === 1;
}

/** A block has the vector's noise, and the clip bound C / sqrt(m), where it is a round of its own. */
function withBlocksAndDummies(
  event: BlocksAndDummies & { readonly absentees?: Absentees },
  report: Report,
  samplingRate: number,
): { readonly report: Report; readonly blocksAndDummies?: BlocksAndDummiesOfRound } {
  const { blocks = 1, dummies = 0, dummiesBy = "shuffler", absentees = "silent" } = event;
  const isOneDraw = !areRounds(event, samplingRate);
  const read = {
    blocks: isOneDraw ? blocks : 1,
    dummies,
    dummiesBy: dummies > 0 ? dummiesBy : "shuffler",
    absentees: samplingRate === 1 ? "silent" : absentees,
  } as const;
  const isPlain = read.blocks === 1 && dummies === 0 && read.absentees === "silent";
  const own = isPlain ? {} : { blocksAndDummies: read };
  if (blocks === 1) return { report, ...own };
  if (report.kind !== "gaussian") {
    throw notCut(`only vectors with Gaussian noise are cut into blocks, got ${report.kind}`, blocks);
  }
  if (isOneDraw) return { report, ...own };
  const noiseMultiplier = roundedDown(report.noiseMultiplier * Math.sqrt(blocks), ROUNDING.fewOperations);
  if (noiseMultiplier > DOMAIN.noise.max)
    throw notCut(`a block's noise is beyond ${DOMAIN.noise.max} of its clip`, blocks);
  return { report: { ...report, noiseMultiplier }, ...own };
}

function notCut(reason: string, value: number): DpError {
  return new DpError("NOT_APPLICABLE", `event: ${reason}`, { parameter: "event.blocks", value });
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
