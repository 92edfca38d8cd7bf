/** What the fields of an event and of a question may be. */
import fc from "fast-check";
import { DOMAIN } from "../../src/validate.js";

export interface FieldValues {
  readonly noiseMultipliers: fc.Arbitrary<number>;
  /** Of one report. */
  readonly localEpsilons: fc.Arbitrary<number>;
  /** Of a question. */
  readonly epsilons: fc.Arbitrary<number>;
  readonly deltas: fc.Arbitrary<number>;
  readonly users: fc.Arbitrary<number>;
  readonly rates: fc.Arbitrary<number>;
  readonly repetitions: fc.Arbitrary<number>;
  readonly categories: fc.Arbitrary<number>;
}

const MAX_COUNT = DOMAIN.count.max;
const MAX_ROUNDS = DOMAIN.rounds.max;

const FRACTIONS = 2 ** 31 - 1;

/** Evenly between two numbers: `fc.double` draws bits, and a single draw prefers the ends. */
export function evenly(low: number, high: number): fc.Arbitrary<number> {
  return fc.noBias(fc.nat(FRACTIONS)).map((part) => low + ((high - low) * part) / FRACTIONS);
}

/** Between two powers of ten, evenly in the exponent. */
export function powers(low: number, high: number): fc.Arbitrary<number> {
  return evenly(low, high).map((exponent) => 10 ** exponent);
}

function integers(high: number): fc.Arbitrary<number> {
  return powers(0, Math.log10(high)).map((value) => Math.min(high, Math.max(1, Math.round(value))));
}

/** Ordinary values five times as often as extreme ones. */
export function mostly<Value>(
  ordinary: fc.Arbitrary<Value>,
  ...extreme: readonly fc.Arbitrary<Value>[]
): fc.Arbitrary<Value> {
  return fc.oneof(
    { arbitrary: ordinary, weight: 5 * extreme.length },
    ...extreme.map((arbitrary) => ({ arbitrary, weight: 1 })),
  );
}

/** Mostly of ordinary size, often at the ends of the domain. */
export const randomValues: FieldValues = {
  noiseMultipliers: mostly(
    powers(-0.7, 2),
    powers(-3, 9),
    fc.constantFrom(DOMAIN.noise.min, 0.05, 0.1, 0.4, DOMAIN.noise.max),
  ),
  localEpsilons: mostly(
    powers(-2, 1),
    powers(-12, 2),
    fc.constantFrom(0, DOMAIN.localEpsilon.min, 30, 36.8, DOMAIN.localEpsilon.max),
  ),
  epsilons: mostly(
    powers(-2, 1),
    powers(-12, 9),
    fc.constantFrom(0, DOMAIN.epsilon.min, 30, 700, DOMAIN.epsilon.max),
  ),
  deltas: mostly(
    powers(-12, -1),
    powers(-100, -1),
    powers(-15.9, -1).map((complement) => 1 - complement),
    fc.constantFrom(DOMAIN.delta.min, 1e-25, 0.5, 1 - 2 ** -53),
  ),
  users: mostly(integers(1e6), integers(20), integers(MAX_COUNT), fc.constantFrom(1e9, MAX_COUNT)),
  rates: mostly(powers(-4, 0), powers(-12, 0), fc.constantFrom(DOMAIN.rate.min, 1 - 2 ** -53, 1, 0.5)),
  repetitions: mostly(integers(1e4), fc.nat(3), integers(MAX_ROUNDS), fc.constantFrom(0, MAX_ROUNDS)),
  categories: mostly(
    fc.integer({ min: 2, max: 100 }),
    integers(MAX_COUNT).map((count) => Math.max(2, count)),
  ),
};

/** What people ask about. */
export const usualValues: FieldValues = {
  noiseMultipliers: powers(-0.5, 1.3),
  localEpsilons: mostly(powers(-2, 0.8), fc.constantFrom(0, 20)),
  epsilons: mostly(powers(-2, 0.8), fc.constantFrom(0, 20)),
  deltas: powers(-12, -3),
  users: integers(1e8),
  rates: powers(-4, 0),
  repetitions: mostly(integers(1e4), fc.constantFrom(1, 1e6)),
  categories: fc.integer({ min: 2, max: 100 }),
};

/**
 * Numbers at which formulas change: the ends of the domain, places where they round, underflow or overflow,
 * the fewest and the most.
 */
const CORNERS: Readonly<Record<keyof FieldValues, readonly number[]>> = {
  noiseMultipliers: [1e-3, 0.01, 0.05, 0.3, 1, 5, 100, 1e5, 1e8, 1e9],
  localEpsilons: [0, 1e-12, 2 ** -38, 1e-8, 0.01, 0.5, 3, 30, 36.8, 37, 99, 100],
  epsilons: [0, 1e-12, 2 ** -38, 1e-8, 0.01, 0.5, 3, 30, 37, 100, 695, 700, 709.8, 1e5, 1e9],
  deltas: [1e-100, 1e-50, 1e-25, 1e-16, 1e-6, 0.01, 0.5, 0.99, 1 - 2 ** -53],
  users: [1, 2, 3, 10, 60, 1024, 1025, 1e4, 1e6, 1e9, 1e9 + 1, 1e12 - 1, 1e12],
  rates: [1e-12, 1e-8, 0.01, 0.5, 0.99, 1 - 2 ** -53, 1],
  repetitions: [0, 1, 2, 3, 100, 1e6, 1e8, 1e9],
  categories: [2, 3, 10, 1000, 1e6, 1e9, 1e12],
};

/** Most of them at such a number, so that several often are. */
export const cornerValues: FieldValues = {
  noiseMultipliers: mostlyCorners("noiseMultipliers"),
  localEpsilons: mostlyCorners("localEpsilons"),
  epsilons: mostlyCorners("epsilons"),
  deltas: mostlyCorners("deltas"),
  users: mostlyCorners("users"),
  rates: mostlyCorners("rates"),
  repetitions: mostlyCorners("repetitions"),
  categories: mostlyCorners("categories"),
};

function mostlyCorners(field: keyof FieldValues): fc.Arbitrary<number> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...CORNERS[field]), weight: 2 },
    { arbitrary: randomValues[field], weight: 1 },
  );
}
