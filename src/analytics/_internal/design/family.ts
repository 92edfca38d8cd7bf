import type { BlocksAndDummies, MechanismEvent } from "../../../privacy/index.js";
import type { DesignedRandomizerName, DesignParameters, VectorTraffic } from "../../designed-randomizer.js";
import type { SpreadLaw } from "./shape-proxy.js";

/** Whom and how often a randomizer serves. */
export interface Setting {
  /** n. */
  readonly users: number;
  /** m, users who report in a round. */
  readonly sampled: number;
  /** T. */
  readonly rounds: number;
}

/** What a round may cost its users and its shuffler. */
export interface TrafficLimits {
  readonly maxBlocks: number;
  readonly maxDummies: number;
  readonly maxBytes: number;
}

/** A randomizer at given parameters. */
export interface FamilyMember {
  readonly parameters: DesignParameters;
  /** What one round spends. */
  readonly round: MechanismEvent;
  /** Standard deviation of one round's estimate. */
  readonly standardError: number;
  /** Of vectors. */
  readonly traffic?: VectorTraffic;
}

/**
 * Randomizers of one name: a parameter that privacy pays for, and a shape that may be chosen besides, such as
 * a set's size.
 */
export interface Family extends SpreadLaw {
  readonly randomizer: DesignedRandomizerName;
  /** `localEpsilon`: error falls and epsilon rises along it; `noiseToClip`: the other way round. */
  readonly parameter: "localEpsilon" | "noiseToClip";
  /** The values to choose from; one where there is no choice. */
  readonly shapes: readonly number[];
  /** Shapes like one, in order, where the spread law does not say which of them is the best. */
  readonly alternatives?: (shape: number) => readonly number[];
  member(value: number, shape: number): FamilyMember;
}

/** A round of shuffled reports. */
export function shuffledRound(
  { users, sampled }: Setting,
  report: MechanismEvent,
  hiding: BlocksAndDummies = {},
): MechanismEvent {
  return sampled === users
    ? { kind: "shuffle", users, ...hiding, of: report }
    : { kind: "subsampledShuffle", users, sampled, ...hiding, of: report };
}

/** All rounds. */
export function allRounds({ rounds }: Setting, round: MechanismEvent): MechanismEvent {
  return rounds === 1 ? round : { kind: "repeat", times: rounds, of: round };
}
