/**
 * The normal form of one round, which every accountant reads: how reports come to be released, and of what
 * kind they are.
 *
 * Weights shuffling is post-processing of the round inside of it and stays in a field of its own, so that
 * only its own accountant has to know it.
 */

import type { AnswerPart } from "../../privacy/answer-parts.js";
import type {
  Absentees,
  AnswersEvent,
  DiscreteChannelEvent,
  DummiesBy,
  DummyCountsEvent,
  GaussianBySensitivity,
  GaussianScalarEvent,
  LaplaceScalarEvent,
  LocalEvent,
  RandomizedResponseEvent,
  SubsetResponseEvent,
  WeightShuffleEvent,
} from "../../privacy/index.js";

/**
 * A release by itself: of one user's report, with Gaussian noise of a sum, or of counts with dummies in them.
 * Gaussian noise is relative to the sensitivity here.
 */
export type Report = GaussianBySensitivity | GaussianScalarEvent | DummyCountsEvent | LocalReport;

/** A local randomizer's report. */
export type LocalReport = LevelsReport | ChannelReport | LaplaceReport | AnswersReport;

/** A report of two levels; of any pure randomizer that is known by its epsilon the worst has two. */
export type LevelsReport = LocalEvent | RandomizedResponseEvent | SubsetResponseEvent;

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

/** Several answers in one message. */
export interface AnswersReport extends AnswersEvent {
  /** What they are, those by the same randomizer together. */
  readonly parts: readonly AnswerPart[];
  /** The sum of theirs, rounded up. */
  readonly epsilon: number;
  /** Probability that it is sent; else it is "absent", whatever its sender holds. */
  readonly presence: number;
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
  /**
   * A trusted server's releases about batches, one of which each record is in; or one part of `joined` alike,
   * whose composition bounds that each record is in as many of the batches.
   */
  readonly randomAllocation: {
    /** Of the part: ⌊allSteps / joined⌋. */
    readonly steps: number;
    readonly joined: number;
    readonly allSteps: number;
  };
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
