/**
 * One function for each event kind: it checks its fields and returns the frozen event, which is the same
 * plain data as `{ kind: "...", ... }`. What the fields mean: docs/events.md.
 */
import type { DiscreteChannelEvent } from "./kinds/discrete-channel-kind.js";
import type { DummyCountsEvent } from "./kinds/dummy-counts-kind.js";
import type { GaussianEvent } from "./kinds/gaussian-kind.js";
import type { GaussianScalarEvent } from "./kinds/gaussian-scalar-kind.js";
import type { LaplaceScalarEvent } from "./kinds/laplace-scalar-kind.js";
import type { LocalEvent } from "./kinds/local-kind.js";
import type { RandomizedResponseEvent } from "./kinds/randomized-response-kind.js";
import type { SubsetResponseEvent } from "./kinds/subset-response-kind.js";
import type {
  AnswersEvent,
  CheckInShuffleEvent,
  MechanismEvent,
  PoissonSampleEvent,
  RandomAllocationEvent,
  RepeatEvent,
  SequenceEvent,
  ShuffleEvent,
  SubsampledShuffleEvent,
  WeightShuffleEvent,
} from "./mechanism-event.js";
import { eventOfKind } from "./read-event.js";

/** The fields of an event, which its constructor takes. */
export type FieldsOf<Event extends MechanismEvent> = Event extends unknown ? Omit<Event, "kind"> : never;

/**
 * Gaussian noise on a vector, or a sum of vectors, clipped to l2 norm C: by `noiseToClip`, or by
 * `noiseMultiplier`.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT none or both are given, or a field is unknown; OUT_OF_RANGE a number is outside
 *   its range
 * @example gaussian({ noiseToClip: 1.1 }); // {"kind":"gaussian","noiseToClip":1.1}
 */
export function gaussian(fields: FieldsOf<GaussianEvent>): GaussianEvent {
  return eventOfKind("gaussian", fields) as GaussianEvent;
}

/**
 * One report of any local randomizer with this guarantee.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example local({ epsilon: 2 }); // {"kind":"local","epsilon":2}
 */
export function local(fields: FieldsOf<LocalEvent>): LocalEvent {
  return eventOfKind("local", fields) as LocalEvent;
}

/**
 * One report by k-ary randomized response.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example randomizedResponse({ epsilon: 2, categories: 10 }).categories; // 10
 */
export function randomizedResponse(fields: FieldsOf<RandomizedResponseEvent>): RandomizedResponseEvent {
  return eventOfKind("randomizedResponse", fields) as RandomizedResponseEvent;
}

/**
 * One report of a randomizer of two levels (subset selection, Hadamard response, PrivUnit and others):
 * docs/events.md names them.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range, or the
 *   overlap exceeds the mass
 * @example subsetResponse({ epsilon: 2, mass: 1 / 2, overlap: 1 / 4 }).overlap; // 0.25
 */
export function subsetResponse(fields: FieldsOf<SubsetResponseEvent>): SubsetResponseEvent {
  return eventOfKind("subsetResponse", fields) as SubsetResponseEvent;
}

/**
 * One report of a randomizer of 2 to 32 inputs and 2 to 128 reports, by its matrix; rows sum to 1 within 1e-9
 * and are divided by their sums.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT the matrix is none, or a field is missing or unknown; OUT_OF_RANGE an entry is no
 *   probability, or a row does not sum to 1
 * @example discreteChannel({ matrix: [[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]] }).matrix.length; // 2
 */
export function discreteChannel(fields: FieldsOf<DiscreteChannelEvent>): DiscreteChannelEvent {
  return eventOfKind("discreteChannel", fields) as DiscreteChannelEvent;
}

/**
 * One report of a number that is clipped to an interval, with Laplace noise: its scale over the interval's
 * width.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example laplaceScalar({ noiseToWidth: 0.5 }); // {"kind":"laplaceScalar","noiseToWidth":0.5}
 */
export function laplaceScalar(fields: FieldsOf<LaplaceScalarEvent>): LaplaceScalarEvent {
  return eventOfKind("laplaceScalar", fields) as LaplaceScalarEvent;
}

/**
 * One report of a number that is clipped to an interval, with Gaussian noise: its standard deviation over the
 * interval's width.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example gaussianScalar({ noiseToWidth: 1.5 }); // {"kind":"gaussianScalar","noiseToWidth":1.5}
 */
export function gaussianScalar(fields: FieldsOf<GaussianScalarEvent>): GaussianScalarEvent {
  return eventOfKind("gaussianScalar", fields) as GaussianScalarEvent;
}

/**
 * One report that holds several answers of a user, each by a local randomizer with coins of its own.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example answers({ of: [repeat({ times: 10, of: randomizedResponse({ epsilon: 0.5, categories: 2 }) })] }).of.length; // 1
 */
export function answers(fields: FieldsOf<AnswersEvent>): AnswersEvent {
  return eventOfKind("answers", fields) as AnswersEvent;
}

/**
 * Messages about categories, shuffled with a random number of dummies of each category.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example dummyCounts({ categories: 2, laplaceScale: 9.758, centre: 106, total: "constant" }).centre; // 106
 */
export function dummyCounts(fields: FieldsOf<DummyCountsEvent>): DummyCountsEvent {
  return eventOfKind("dummyCounts", fields) as DummyCountsEvent;
}

/**
 * Every user sends one report, and a shuffler permutes them.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example shuffle({ users: 60_000, of: local({ epsilon: 2 }) }).of.kind; // local
 */
export function shuffle(fields: FieldsOf<ShuffleEvent>): ShuffleEvent {
  return eventOfKind("shuffle", fields) as ShuffleEvent;
}

/**
 * Some users, drawn without replacement, send one report each, and a shuffler permutes them.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example subsampledShuffle({ users: 60_000, sampled: 2000, of: local({ epsilon: 2 }) }).sampled; // 2000
 */
export function subsampledShuffle(fields: FieldsOf<SubsampledShuffleEvent>): SubsampledShuffleEvent {
  return eventOfKind("subsampledShuffle", fields) as SubsampledShuffleEvent;
}

/**
 * Each user joins by itself with one probability; the reports of those who joined are shuffled.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example checkInShuffle({ users: 60_000, checkInRate: 0.1, of: gaussian({ noiseToClip: 5 }) }).checkInRate; // 0.1
 */
export function checkInShuffle(fields: FieldsOf<CheckInShuffleEvent>): CheckInShuffleEvent {
  return eventOfKind("checkInShuffle", fields) as CheckInShuffleEvent;
}

/**
 * Central: each record joins the batch by itself with one probability.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example poissonSample({ rate: 256 / 50_000, of: gaussian({ noiseToClip: 1.1 }) }).rate; // 0.00512
 */
export function poissonSample(fields: FieldsOf<PoissonSampleEvent>): PoissonSampleEvent {
  return eventOfKind("poissonSample", fields) as PoissonSampleEvent;
}

/**
 * Central: each record joins exactly one of several batches; the event covers all of them.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example randomAllocation({ steps: 20, of: gaussian({ noiseToClip: 6 }) }).steps; // 20
 */
export function randomAllocation(fields: FieldsOf<RandomAllocationEvent>): RandomAllocationEvent {
  return eventOfKind("randomAllocation", fields) as RandomAllocationEvent;
}

/**
 * The weights of a model are permuted after a noisy update (YJX25), which hides nothing that is proven.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example weightShuffle({ dimension: 1000, batchClipRatio: 1, of: gaussian({ noiseToClip: 1 }) }).dimension; // 1000
 */
export function weightShuffle(fields: FieldsOf<WeightShuffleEvent>): WeightShuffleEvent {
  return eventOfKind("weightShuffle", fields) as WeightShuffleEvent;
}

/**
 * One event several times, each with fresh randomness.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example repeat({ times: 7, of: gaussian({ noiseToClip: 2 }) }).times; // 7
 */
export function repeat(fields: FieldsOf<RepeatEvent>): RepeatEvent {
  return eventOfKind("repeat", fields) as RepeatEvent;
}

/**
 * Events one after the other.
 *
 * @param fields the event's fields
 * @throws DpError BAD_INPUT a field is missing or unknown; OUT_OF_RANGE a number is outside its range
 * @example sequence({ of: [gaussian({ noiseToClip: 2 }), local({ epsilon: 1 })] }).of.length; // 2
 */
export function sequence(fields: FieldsOf<SequenceEvent>): SequenceEvent {
  return eventOfKind("sequence", fields) as SequenceEvent;
}
