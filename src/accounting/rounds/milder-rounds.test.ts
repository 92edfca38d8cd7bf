/** Of many different rounds a few that spend no more, each by a post-processing. */
import { describe, expect, it, test } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { guarantees } from "../guarantees.js";
import { milderRounds } from "./milder-rounds.js";
import type { Round } from "./round.js";
import { roundsOf } from "./rounds-of.js";

const MAX_WORK = 12;
const COUNT = 60;

type Event = Exclude<MechanismEvent, { kind: "repeat" | "sequence" }>;

const sequence = (count: number, roundOf: (i: number) => Event): MechanismEvent => ({
  kind: "sequence",
  of: Array.from({ length: count }, (_, i) => roundOf(i)),
});
/** Numbers that rise and fall out of step with each other. */
const between = (from: number, to: number, i: number): number =>
  from + ((to - from) * ((i * 37) % COUNT)) / COUNT;

const EVENTS: readonly [string, (i: number) => Event][] = [
  [
    "shuffles of Gaussian reports",
    (i) => ({
      kind: "shuffle",
      users: 1000 + i,
      of: { kind: "gaussian", noiseMultiplier: between(2, 3, i) },
    }),
  ],
  [
    "samples of local reports",
    (i) => ({
      kind: "subsampledShuffle",
      users: 9000 - i,
      sampled: 500 + 2 * i,
      of: { kind: "local", epsilon: between(1, 1.4, i), delta: between(1e-8, 2e-8, i) },
    }),
  ],
  [
    "check-in of response",
    (i) => ({
      kind: "checkInShuffle",
      users: 900 + i,
      checkInRate: between(0.1, 0.2, i),
      of: { kind: "randomizedResponse", epsilon: between(1, 1.4, i), categories: 3 },
    }),
  ],
  [
    "Poisson samples",
    (i) => ({
      kind: "poissonSample",
      rate: between(0.1, 0.2, i),
      of: { kind: "gaussian", noiseMultiplier: 2 + i / COUNT },
    }),
  ],
  [
    "random allocations",
    (i) => ({
      kind: "randomAllocation",
      steps: 50 + i,
      of: { kind: "gaussian", noiseMultiplier: between(2, 3, i) },
    }),
  ],
  ["numbers with Laplace noise", (i) => ({ kind: "laplaceScalar", noiseToWidth: 1 + i / COUNT })],
  [
    "numbers with Gaussian noise",
    (i) => ({ kind: "shuffle", users: 100 + i, of: { kind: "gaussianScalar", noiseToWidth: 1 + i / COUNT } }),
  ],
  ["local reports", (i) => ({ kind: "subsetResponse", epsilon: 1 + i / COUNT, mass: 0.3 })],
];

/** What hides more where it is larger, and what where it is smaller; the rest must be equal. */
function sizesOf(round: Round): {
  readonly hiding: readonly number[];
  readonly showing: readonly number[];
  readonly rest: unknown;
} {
  const { report } = round;
  const reports =
    "reports" in round ? round.reports : "users" in round ? round.users : "steps" in round ? round.steps : 0;
  const noise =
    "noiseToWidth" in report ? report.noiseToWidth : report.kind === "gaussian" ? report.noiseMultiplier : 0;
  const epsilon = "epsilon" in report ? report.epsilon : 0;
  const delta = report.kind === "local" ? (report.delta ?? 0) : 0;
  const rate = "samplingRate" in round ? round.samplingRate : 1;
  return {
    hiding: [reports, noise],
    showing: [epsilon, delta, rate],
    rest: [round.kind, { ...report, epsilon: 0, delta: 0, noiseMultiplier: 0, noiseToWidth: 0 }],
  };
}

/** Whether one round's cohort is a post-processing of the other's. */
function spendsNoMore(one: Round, other: Round): boolean {
  const [milder, harsher] = [sizesOf(one), sizesOf(other)];
  return (
    JSON.stringify(milder.rest) === JSON.stringify(harsher.rest) &&
    milder.hiding.every((size, i) => size >= harsher.hiding[i]!) &&
    milder.showing.every((size, i) => size <= harsher.showing[i]!)
  );
}

describe("rounds that are alike", () => {
  test.each(EVENTS)("%s", (_, roundOf) => {
    const rounds = roundsOf(sequence(COUNT, roundOf), "replace-one");
    const { rounds: milder, work } = milderRounds(rounds, MAX_WORK);
    const most = Math.max(1, Math.floor(MAX_WORK / (work / milder.length)));
    expect(milder.length).toBeLessThanOrEqual(most);
    // Each of the milder rounds needs rounds of its own to stand for: as many as it is charged.
    const left = rounds.map(({ times }) => times);
    for (const { round, times } of milder) {
      let needed = times;
      rounds.forEach((given, i) => {
        if (needed === 0 || left[i] === 0 || !spendsNoMore(round, given.round)) return;
        const taken = Math.min(needed, left[i]!);
        left[i]! -= taken;
        needed -= taken;
      });
      expect(needed).toBe(0);
    }
    expect(left.every((each) => each === 0)).toBe(true);
  });

  it("are left as they are where they are few", () => {
    const rounds = roundsOf(sequence(MAX_WORK, EVENTS[5]![1]), "replace-one");
    expect(milderRounds(rounds, MAX_WORK).rounds).toBe(rounds);
  });
});

describe("the lower end of a long sequence", () => {
  test.each(EVENTS.slice(0, 4))(
    "%s: below that of the same rounds by themselves, and near it",
    { tags: ["slow"] },
    (_, roundOf) => {
      const lowerOf = (event: MechanismEvent): number =>
        guarantees(event, { adjacency: "replace-one", delta: 1e-6, method: "cohort-lower" }).guarantees[0]!
          .epsilon.lower;
      const alike = lowerOf(sequence(COUNT, roundOf));
      const few = lowerOf({
        kind: "sequence",
        of: Array.from({ length: 12 }, (_, i) => ({ kind: "repeat", times: COUNT / 12, of: roundOf(5 * i) })),
      });
      expect(alike).toBeLessThan(few);
      expect(alike).toBeGreaterThan(0.8 * few);
    },
  );

  it("is not told of rounds that are too many and not alike", () => {
    const event = sequence(500, (i) => ({
      kind: "shuffle",
      users: 10,
      of: { kind: "randomizedResponse", epsilon: 1, categories: 2 + i },
    }));
    const { guarantees: found, notApplicable } = guarantees(event, {
      adjacency: "replace-one",
      delta: 1e-6,
      method: "cohort-lower",
    });
    expect(found).toEqual([]);
    expect(notApplicable[0]!.reason).toMatch(/500 different rounds, which are not alike/);
  });
});
