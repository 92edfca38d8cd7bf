import { describe, expect, it } from "vitest";
import type { Round } from "../rounds/round.js";
import { binaryResponseLoss, isBinaryResponse } from "./binary-response-loss.js";

/** The law of what is seen: how many say zero, and how many say one. */
type Law = ReadonlyMap<string, number>;

/** Each user sends zero or one with these probabilities, or nothing. */
function lawOf(users: readonly (readonly [number, number])[]): Law {
  let law = new Map([["0,0", 1]]);
  for (const [zero, one] of users) {
    const next = new Map<string, number>();
    const add = (key: string, mass: number): void => void next.set(key, (next.get(key) ?? 0) + mass);
    for (const [key, mass] of law) {
      const [zeros, ones] = key.split(",").map(Number) as [number, number];
      add(`${zeros + 1},${ones}`, zero * mass);
      add(`${zeros},${ones + 1}`, one * mass);
      add(key, (1 - zero - one) * mass);
    }
    law = next;
  }
  return law;
}

function meanOf(laws: readonly Law[]): Law {
  const mean = new Map<string, number>();
  for (const law of laws)
    for (const [key, mass] of law) mean.set(key, (mean.get(key) ?? 0) + mass / laws.length);
  return mean;
}

/** Both rounds' outcomes. */
function together(one: Law, other: Law): Law {
  return new Map([...one].flatMap(([a, p]) => [...other].map(([b, q]) => [`${a};${b}`, p * q] as const)));
}

function exactDelta(one: Law, other: Law, epsilon: number): number {
  let sum = 0;
  for (const [key, mass] of one) sum += Math.max(0, mass - Math.exp(epsilon) * (other.get(key) ?? 0));
  return sum;
}

const EPSILON = 1.3;
const USERS = 5;
const TRUTH = 1 / (1 + Math.exp(-EPSILON));

function answer(record: number, joins = 1): readonly [number, number] {
  const one = record === 1 ? TRUTH : 1 - TRUTH;
  return [joins * (1 - one), joins * one];
}

/** The laws with a zero and with a one of the changed user, of every cohort. */
function neighbours(lawOfRecords: (records: readonly number[]) => Law): (readonly [Law, Law])[] {
  return Array.from({ length: USERS }, (_, ones) => {
    const others = Array.from({ length: USERS - 1 }, (_, i) => (i < ones ? 1 : 0));
    return [lawOfRecords([0, ...others]), lawOfRecords([1, ...others])] as const;
  });
}

const of = { kind: "randomizedResponse", epsilon: EPSILON, categories: 2 } as const;
const ROUNDS: readonly { round: Round; lawOfRecords: (records: readonly number[]) => Law }[] = [
  {
    round: { kind: "shuffle", users: USERS, reports: USERS, samplingRate: 1, report: of },
    lawOfRecords: (records) => lawOf(records.map((record) => answer(record))),
  },
  {
    round: { kind: "subsampledShuffle", users: USERS, reports: 2, samplingRate: 2 / USERS, report: of },
    lawOfRecords: (records) =>
      meanOf(
        records.flatMap((one, i) =>
          records.slice(i + 1).map((other) => lawOf([one, other].map((record) => answer(record)))),
        ),
      ),
  },
  {
    round: { kind: "checkInShuffle", users: USERS, samplingRate: 0.6, report: of },
    lawOfRecords: (records) => lawOf(records.map((record) => answer(record, 0.6))),
  },
];

describe("binaryResponseLoss", () => {
  for (const { round, lawOfRecords } of ROUNDS) {
    it(`covers every cohort of a ${round.kind}, and two rounds of different cohorts`, () => {
      if (!isBinaryResponse(round)) throw new Error("it is of two answers");
      const { loss, failure = 0 } = binaryResponseLoss(round, 1e-9);
      const laws = neighbours(lawOfRecords);
      const twice = loss.compose(2);
      for (const epsilon of [0, 0.2, 0.9]) {
        const once = loss.deltaAtEpsilon(epsilon).upper + failure;
        const both = twice.deltaAtEpsilon(1.7 * epsilon).upper + 2 * failure;
        const worst = Math.max(...laws.map(([zero, one]) => exactDelta(zero, one, epsilon)));
        if (round.kind === "shuffle") expect(once).toBeLessThanOrEqual(worst * 1.001 + 1e-9);
        for (const [zero, one] of laws) {
          expect(exactDelta(zero, one, epsilon)).toBeLessThanOrEqual(once);
          expect(exactDelta(one, zero, epsilon)).toBeLessThanOrEqual(once);
          for (const [zeroThen, oneThen] of laws) {
            const [before, after] = [together(zero, zeroThen), together(one, oneThen)];
            const [crossedBefore, crossedAfter] = [together(zero, oneThen), together(one, zeroThen)];
            expect(exactDelta(before, after, 1.7 * epsilon)).toBeLessThanOrEqual(both);
            expect(exactDelta(after, before, 1.7 * epsilon)).toBeLessThanOrEqual(both);
            expect(exactDelta(crossedBefore, crossedAfter, 1.7 * epsilon)).toBeLessThanOrEqual(both);
          }
        }
      }
    });
  }

  it("leaves other responses, and those without noise, to others", () => {
    const round = ROUNDS[0]!.round;
    expect(isBinaryResponse({ ...round, report: { ...of, categories: 3 } } as Round)).toBe(false);
    expect(isBinaryResponse({ ...round, report: { ...of, epsilon: 40 } } as Round)).toBe(false);
    expect(isBinaryResponse({ ...round, report: { kind: "local", epsilon: 1 } } as Round)).toBe(false);
  });
});
