import fc from "fast-check";
import { ADJACENCIES, type Adjacency, type MechanismEvent } from "../../src/privacy/index.js";
import { seededSource } from "../../src/random/index.js";
import { cornerValues, evenly, type FieldValues, powers, randomValues, usualValues } from "./field-values.js";
import { differentRoundsOf, eventsOf, unlikeRoundsOf } from "./random-events.js";
import { junkEvents, junkValues, type Maker } from "./random-junk.js";

/** Which promises are checked on an event. */
export type Probe =
  | "guarantees"
  | "deltas"
  | "renyi"
  | "rounds"
  | "parts"
  | "users"
  | "noise"
  | "calibrate"
  | "ledger"
  | "door"
  | "junk";

/** An event with a question about it. */
export interface Case {
  readonly probe: Probe;
  /** Where the probe is `junk` it may be anything. */
  readonly event: MechanismEvent;
  readonly adjacency: Adjacency;
  readonly delta: number;
  readonly epsilon: number;
  readonly orders: readonly number[];
  /** Leave out what may take long. */
  readonly quick: boolean;
  /** By how much a parameter is made larger, > 1. */
  readonly factor: number;
  /** Which number of the event, or of the question, is moved to an end of its range. */
  readonly door: { readonly place: number; readonly end: "min" | "max" };
  /** Options beside or instead of the good ones. */
  readonly junk: Readonly<Record<string, unknown>>;
}

const WEIGHTS: Readonly<Record<Exclude<Probe, "junk" | "parts">, number>> = {
  guarantees: 20,
  deltas: 20,
  renyi: 10,
  rounds: 10,
  users: 10,
  noise: 10,
  calibrate: 2,
  ledger: 4,
  door: 8,
};
const LONGER_WEIGHT = 4;
const JUNK_WEIGHT = 20;

const orders = fc.oneof(
  { arbitrary: evenly(1.01, 100), weight: 3 },
  fc.integer({ min: 2, max: 4096 }),
  powers(-15, 0).map((excess) => 1 + excess),
);

/** What is asked, beside the event and which promises are checked on it. */
function questionOf({ deltas, epsilons }: FieldValues) {
  return {
    adjacency: fc.constantFrom(...ADJACENCIES),
    delta: deltas,
    epsilon: epsilons,
    orders: fc.array(orders, { maxLength: 4 }),
    quick: fc.nat(4).map((part) => part > 0),
    door: fc.record({ place: fc.nat(1000), end: fc.constantFrom("min" as const, "max" as const) }),
    factor: fc.oneof(evenly(1.001, 2), fc.constantFrom(1 + 2 ** -50, 2, 10, 1000)),
  };
}

function soundCases(values: FieldValues) {
  return fc.record({
    ...questionOf(values),
    probe: fc.oneof(
      ...Object.entries(WEIGHTS).map(([probe, weight]) => ({ arbitrary: fc.constant(probe), weight })),
    ),
    event: eventsOf(values).map((event) => () => event),
    junk: fc.constant({}),
  });
}

/** Calibration asks a dozen times, which may be long. */
function longerCases(values: FieldValues) {
  return fc.record({
    ...questionOf(values),
    probe: fc.constantFrom(...Object.keys(WEIGHTS).filter((probe) => probe !== "calibrate")),
    event: differentRoundsOf(values).map((event) => () => event),
    junk: fc.constant({}),
  });
}

const OPTIONS = [
  "adjacency",
  "delta",
  "epsilon",
  "orders",
  "method",
  "quick",
  "onMethod",
  "budget",
  "entries",
];

function unsoundCases(values: FieldValues) {
  return fc.record({
    ...questionOf(values),
    probe: fc.constant("junk"),
    quick: fc.constant(true),
    event: fc.oneof(
      junkEvents,
      eventsOf(values).map((event) => () => event),
    ),
    junk: fc.dictionary(fc.constantFrom(...OPTIONS), junkValues, { maxKeys: 2 }),
  });
}

function casesOf(values: FieldValues) {
  return fc.oneof(
    { arbitrary: soundCases(values), weight: Object.values(WEIGHTS).reduce((a, b) => a + b) },
    { arbitrary: longerCases(values), weight: LONGER_WEIGHT },
    { arbitrary: unsoundCases(values), weight: JUNK_WEIGHT },
  ) as fc.Arbitrary<Draft>;
}

/** Sequences of unlike rounds. */
function unlikeCases(values: FieldValues) {
  return fc.record({
    ...questionOf(values),
    probe: fc.constant("parts"),
    quick: fc.constant(false),
    event: unlikeRoundsOf(values).map((event) => () => event),
    junk: fc.constant({}),
  }) as fc.Arbitrary<Draft>;
}

/**
 * What is drawn: events with ordinary and extreme numbers, or with numbers at which formulas change, or
 * sequences of what people ask about.
 */
export type Values = "random" | "corners" | "unlike";

const CASES: Readonly<Record<Values, fc.Arbitrary<Draft>>> = {
  random: casesOf(randomValues),
  corners: casesOf(cornerValues),
  unlike: unlikeCases(usualValues),
};

/** The case of a seed and a number: the same whichever cases are drawn before it. */
export function caseOf(seed: number, index: number, values: Values = "random"): Case {
  const word = new Int32Array(1);
  seededSource(seed).fork(index).fill(new Uint32Array(word.buffer));
  const [draft] = fc.sample(CASES[values], { seed: word[0]!, numRuns: 1 });
  const { event, junk, ...rest } = draft!;
  const made = Object.entries(junk).map(([name, make]) => [name, make()] as const);
  return { ...rest, event: event() as MechanismEvent, junk: Object.fromEntries(made) };
}

interface Draft extends Omit<Case, "event" | "junk"> {
  readonly event: Maker;
  readonly junk: Readonly<Record<string, Maker>>;
}
