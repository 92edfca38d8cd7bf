import { describe, expect, it } from "vitest";
import type { MechanismEvent } from "../../privacy/index.js";
import { type FewerRounds, fewerRounds } from "./fewer-rounds.js";
import { type RepeatedRound, roundsOf } from "./rounds-of.js";

const MAX_WORK = 12;

interface Shuffle {
  readonly kind: string;
  readonly users: number;
  readonly reports?: number;
  readonly samplingRate: number;
  readonly report: { readonly noiseMultiplier: number };
}

const all = (event: MechanismEvent): readonly RepeatedRound[] => roundsOf(event, "zero-out");
const fewer = (event: MechanismEvent): FewerRounds => fewerRounds(all(event), MAX_WORK);

const sequence = (length: number, roundAt: (i: number) => MechanismEvent): MechanismEvent => ({
  kind: "sequence",
  of: Array.from({ length }, (_, i) => ({ kind: "repeat", times: 1 + (i % 3), of: roundAt(i) })),
});
const report = (i: number) => ({ kind: "gaussian", noiseToClip: 3 + ((i * 7) % 50) / 25 }) as const;
const SHUFFLES: Record<string, (i: number) => MechanismEvent> = {
  shuffle: (i) => ({ kind: "shuffle", users: 1000 + ((i * 13) % 77), of: report(i) }),
  subsampledShuffle: (i) => ({
    kind: "subsampledShuffle",
    users: 200 + ((i * 13) % 77),
    sampled: 150 + ((i * 11) % 50),
    of: report(i),
  }),
  checkInShuffle: (i) => ({
    kind: "checkInShuffle",
    users: 1000 + i,
    checkInRate: 0.9 + ((i * 11) % 50) / 500,
    of: report(i),
  }),
};

/** Whether the second round is the first one, post-processed, with more others. */
const spendsNoLess = (charged: Shuffle, round: Shuffle): boolean =>
  charged.kind === round.kind &&
  charged.report.noiseMultiplier <= round.report.noiseMultiplier &&
  charged.users <= round.users &&
  (charged.reports ?? 0) >= Math.min(round.reports ?? 0, charged.users) &&
  (charged.kind === "subsampledShuffle" || charged.samplingRate >= round.samplingRate);

describe("few rounds in the place of many", () => {
  it.each(Object.keys(SHUFFLES))("spend no less, round by round: %s", (kind) => {
    const event = sequence(200, SHUFFLES[kind]!);
    const { rounds: few, different, groups, work } = fewer(event);
    expect(different).toBeGreaterThan(150);
    expect(work).toBeLessThanOrEqual(MAX_WORK);
    const given = all(event);
    expect(few.length).toBe(groups);
    // Hall's condition, for all unions of a few groups: the rounds that only they can stand for are no more
    // than they are charged
    for (let chosen = 1; chosen < 2 ** few.length; chosen++) {
      const isChosen = (_: unknown, i: number): boolean => ((chosen >> i) & 1) === 1;
      const left = few.filter((_, i) => !isChosen(_, i));
      const needed = given.filter(
        ({ round }) =>
          !left.some((group) => spendsNoLess(group.round as unknown as Shuffle, round as unknown as Shuffle)),
      );
      const count = (rounds: readonly { readonly times: number }[]): number =>
        rounds.reduce((sum, { times }) => sum + times, 0);
      expect(count(needed)).toBeLessThanOrEqual(count(few.filter(isChosen)));
    }
    const total = (rounds: readonly RepeatedRound[]): number =>
      rounds.reduce((sum, { times }) => sum + times, 0);
    expect(total(few)).toBe(total(given));
  });

  it("leaves events of few rounds, and rounds of other kinds, as they are", () => {
    const few = all(sequence(MAX_WORK, SHUFFLES.shuffle!));
    expect(fewerRounds(few, MAX_WORK).rounds).toBe(few);
    const local: MechanismEvent = { kind: "shuffle", users: 9, of: { kind: "local", epsilon: 1 } };
    const mixed: MechanismEvent = { kind: "sequence", of: [local, sequence(20, SHUFFLES.shuffle!)] };
    expect(fewer(mixed).rounds).toContainEqual(all(local)[0]);
  });

  it("keeps a round that is like no other one exactly", () => {
    const lone: MechanismEvent = { kind: "shuffle", users: 7, of: { kind: "gaussian", noiseToClip: 900 } };
    const { rounds } = fewer({ kind: "sequence", of: [sequence(100, SHUFFLES.shuffle!), lone] });
    expect(rounds).toContainEqual(all(lone)[0]);
  });

  it("counts check-in and numbers as one more each", () => {
    const scalar = { kind: "gaussianScalar", noiseToWidth: 2 } as const;
    const workOf = (event: MechanismEvent): number => fewer(event).work;
    expect(workOf(SHUFFLES.shuffle!(0))).toBe(1);
    expect(workOf(SHUFFLES.checkInShuffle!(0))).toBe(2);
    expect(workOf({ kind: "shuffle", users: 9, of: scalar })).toBe(2);
    expect(workOf({ kind: "checkInShuffle", users: 9, checkInRate: 0.5, of: scalar })).toBe(3);
  });

  it("counts shuffled weights as what is inside", () => {
    const event = sequence(50, (i) => ({
      kind: "weightShuffle",
      dimension: 10 + i,
      batchClipRatio: 1,
      of: SHUFFLES.shuffle!(0) as Extract<MechanismEvent, { kind: "shuffle" }>,
    }));
    expect(fewer(event)).toMatchObject({ different: 1, groups: 1, rounds: all(event) });
  });

  it("says how much work is left where rounds are not alike", () => {
    const event = sequence(600, (i) => ({
      kind: "shuffle",
      users: 2 ** (1 + (i % 40)),
      of: { kind: "gaussian", noiseToClip: 2 ** ((i % 13) * 3 - 9) },
    }));
    expect(fewer(event).work).toBeGreaterThan(MAX_WORK);
  });
});
