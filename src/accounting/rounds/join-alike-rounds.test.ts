/** Of many different rounds a few that spend no less. */
import { expect, it, test } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { deltas } from "../deltas.js";
import { chargedRounds } from "./charged-rounds.js";
import type { Round } from "./round.js";
import { roundsOf } from "./rounds-of.js";

const MAX_ROUNDS = 24;
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
  ["local reports", (i) => ({ kind: "subsetResponse", epsilon: 1 + i / COUNT, mass: 0.3 })],
  ["numbers with Laplace noise", (i) => ({ kind: "laplaceScalar", noiseToWidth: 1 + i / COUNT })],
  [
    "numbers with Gaussian noise",
    (i) => ({ kind: "shuffle", users: 100 + i, of: { kind: "gaussianScalar", noiseToWidth: 1 + i / COUNT } }),
  ],
];

/** What hides more where it is larger, and what where it is smaller; the rest must be equal. */
function sizesOf(round: Round): {
  readonly hiding: readonly number[];
  readonly showing: readonly number[];
  readonly rest: unknown;
} {
  const { report } = round;
  const users = "users" in round ? round.users : "steps" in round ? round.steps : 0;
  // A smaller sample drops some of a larger one's reports.
  const sampled = round.kind === "subsampledShuffle" ? round.reports : 0;
  const noise =
    "noiseToWidth" in report ? report.noiseToWidth : report.kind === "gaussian" ? report.noiseMultiplier : 0;
  const epsilon = "epsilon" in report ? report.epsilon : 0;
  const delta = report.kind === "local" ? (report.delta ?? 0) : 0;
  const rate = "samplingRate" in round ? round.samplingRate : 1;
  return {
    hiding: [users, noise],
    showing: [epsilon, delta, rate, sampled],
    rest: [round.kind, { ...report, epsilon: 0, delta: 0, noiseMultiplier: 0, noiseToWidth: 0 }],
  };
}

/** Whether one round hides no more than the other. */
function spendsNoLess(one: Round, other: Round): boolean {
  const [harsher, milder] = [sizesOf(one), sizesOf(other)];
  return (
    JSON.stringify(milder.rest) === JSON.stringify(harsher.rest) &&
    milder.hiding.every((size, i) => size >= harsher.hiding[i]!) &&
    milder.showing.every((size, i) => size <= harsher.showing[i]!)
  );
}

test.each(EVENTS)("%s: each is charged as one that hides no more", { tags: ["slow"] }, (_, roundOf) => {
  const rounds = roundsOf(sequence(COUNT, roundOf), "replace-one");
  const { rounds: harsher } = chargedRounds("pld", rounds, { wanted: MAX_ROUNDS, most: MAX_ROUNDS });
  const slots = harsher.flatMap(({ round, times }) => Array<Round>(times).fill(round));
  const given = rounds.flatMap(({ round, times }) => Array<Round>(times).fill(round));
  expect(slots.length).toBe(given.length);
  expect(matched(slots, given)).toBe(given.length);
});

/** How many rounds can be charged at most, each as one of its own that hides no more: by augmenting paths. */
function matched(slots: readonly Round[], given: readonly Round[]): number {
  const holder = new Array<number>(slots.length).fill(-1);
  const place = (index: number, tried: Set<number>): boolean => {
    for (const [slot, charged] of slots.entries()) {
      if (tried.has(slot) || !spendsNoLess(charged, given[index]!)) continue;
      tried.add(slot);
      if (holder[slot] === -1 || place(holder[slot]!, tried)) {
        holder[slot] = index;
        return true;
      }
    }
    return false;
  };
  return given.filter((_, index) => place(index, new Set())).length;
}

it("is an upper figure of the sequence, and near it", { tags: ["slow"] }, () => {
  const shuffleOf = (i: number): MechanismEvent => ({
    kind: "shuffle",
    users: 500 + i,
    of: { kind: "local", epsilon: 0.5 + i / 1000 },
  });
  const upperOf = (of: readonly MechanismEvent[]): number =>
    deltas({ kind: "sequence", of }, { adjacency: "replace-one", epsilon: 1, method: "clones-2023-pld" })
      .guarantees[0]!.delta.upper;
  const all = Array.from({ length: 160 }, (_, i) => shuffleOf(i));
  const some = [0, 1].map((half) => all.filter((_, i) => i % 2 === half).flatMap((each) => [each, each]));
  const [charged, few, others] = [all, ...some].map(upperOf) as [number, number, number];
  expect(charged).toBeGreaterThan(Math.min(few, others));
  expect(charged).toBeLessThan(1.3 * Math.max(few, others));
});
