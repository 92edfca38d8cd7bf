import { describe, expect, it } from "vitest";
import { composePld } from "../../pld/compose-pld.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { transpositionLossOfRound } from "../losses/transposition-loss.js";
import { readRound } from "../rounds/read-round.js";
import { mergedRounds } from "../rounds/rounds-of.js";
import { gaussianEpsilon } from "../theorems/gaussian.js";
import { transpositionPld } from "./transposition-pld.js";

const DELTA = 1e-4;
const QUERY = { adjacency: "zero-out", delta: DELTA } as const;

const shuffles = (count: number, noiseOf: (i: number) => number): MechanismEvent => ({
  kind: "sequence",
  of: Array.from({ length: count }, (_, i) => ({
    kind: "shuffle",
    users: 60 + (i % 5),
    of: { kind: "gaussian", noiseToClip: noiseOf(i) },
  })),
});

const figuresOf = (users: number, noiseToClip: number) => {
  const event: MechanismEvent = { kind: "shuffle", users, of: { kind: "gaussian", noiseToClip } };
  const adjacency = "replace-one";
  const epsilon = transpositionPld.epsilonAtDelta(event, { adjacency, delta: 0.0044123436263551145 }).epsilon;
  const delta = transpositionPld.deltaAtEpsilon(event, { adjacency, epsilon: 1.1287925678199344 }).delta;
  return [epsilon.upper, delta.upper] as const;
};

/**
 * Profiles end where no more of delta is left than that, at one number of users a little earlier than at
 * another.
 */
const LEFT_OUT = 1e-16;

describe("more users", () => {
  it("change nothing where they hide next to nothing", () => {
    const one = figuresOf(1, 1.1726430614364376);
    for (const users of [2, 3, 7, 8, 12, 30]) expect(figuresOf(users, 1.1726430614364376)).toEqual(one);
    const unshuffled = gaussianEpsilon({
      delta: 0.0044123436263551145,
      noiseMultiplier: 1.1726430614364376 / 2,
    });
    expect(one[0]).toBeGreaterThan(unshuffled);
    expect(one[0]).toBeLessThan(1.0001 * unshuffled);
  });

  it.each([1.1726430614364376, 4])("raise no figure, noise %d x C", { tags: ["slow"] }, (noise) => {
    let before: readonly number[] = [Infinity, Infinity];
    for (const users of [1, 7, 60, 300, 1000, 1010, 1100]) {
      const figures = figuresOf(users, noise);
      for (const [i, figure] of figures.entries()) expect(figure).toBeLessThanOrEqual(before[i]! + LEFT_OUT);
      before = figures;
    }
  });
});

describe("extreme events", () => {
  const report = (noiseToClip: number) => ({ kind: "gaussian", noiseToClip }) as const;
  const events: MechanismEvent[] = [2, 1e12].flatMap((users) =>
    [1e-3, 1e3, 1e6].flatMap((noise): MechanismEvent[] => [
      { kind: "shuffle", users, of: report(noise) },
      { kind: "subsampledShuffle", users, sampled: Math.ceil(users * 1e-6), of: report(noise) },
      {
        kind: "repeat",
        times: 1e6,
        of: { kind: "checkInShuffle", users, checkInRate: 1e-6, of: report(noise) },
      },
    ]),
  );
  it.each(events.map((event) => [JSON.stringify(event), event] as const))(
    "%s",
    { tags: ["slow"] },
    (_, event) => {
      for (const delta of [1e-100, 1e-9, 0.5]) {
        try {
          const { lower, upper } = transpositionPld.epsilonAtDelta(event, {
            adjacency: "zero-out",
            delta,
          }).epsilon;
          expect(lower).toBeGreaterThanOrEqual(0);
          expect(upper).toBeGreaterThanOrEqual(lower);
          expect(upper).toBeLessThan(Infinity);
        } catch (error) {
          expect(error).toMatchObject({ code: "NOT_APPLICABLE" });
        }
      }
      const { lower, upper } = transpositionPld.deltaAtEpsilon(event, {
        adjacency: "zero-out",
        epsilon: 1,
      }).delta;
      expect(lower).toBeGreaterThanOrEqual(0);
      expect(upper).toBeGreaterThanOrEqual(lower);
      expect(upper).toBeLessThanOrEqual(1);
    },
  );
});

describe("a sequence of many different shuffles", () => {
  it("is charged for no less than round by round, little more, and says so", {
    tags: ["slow", "long"],
  }, () => {
    const event = shuffles(20, (i) => 6 + i / 25);
    const answer = transpositionPld.epsilonAtDelta(event, QUERY);
    const losses = mergedRounds(event).map(
      ({ round }) =>
        transpositionLossOfRound(readRound(round, "zero-out"), "zero-out", (0.01 * DELTA) / 20).loss,
    );
    const each = composePld(losses).epsilonAtDelta(DELTA);
    expect(answer.epsilon.upper).toBeGreaterThan(each.lower);
    expect(answer.epsilon.upper).toBeLessThan(1.1 * each.upper);
    expect(answer.status).toBe("proven");
    expect(answer.remark).toMatch(/^20 different shuffles are charged as \d+/);
    const { delta } = transpositionPld.deltaAtEpsilon(event, {
      adjacency: "zero-out",
      epsilon: answer.epsilon.upper,
    });
    expect(delta.upper).toBeLessThan(1.01 * DELTA); // at an epsilon, more of the rounds are charged as one
  });

  it("is declined where they are too different", () => {
    const event = shuffles(100, (i) => 3 ** (i % 25) / 1000);
    expect(() => transpositionPld.epsilonAtDelta(event, QUERY)).toThrow(
      /25 different shuffles, which are not alike/,
    );
  });
});

/** 749 Gaussian reports with noise of 50 C, of a number of users. */
function among(users: number): MechanismEvent {
  const of = { kind: "gaussian", noiseToClip: 50 } as const;
  return { kind: "subsampledShuffle", users, sampled: 749, of };
}

describe("of nearly all users under zero-out", () => {
  const deltaOf = (users: number) =>
    transpositionPld.deltaAtEpsilon!(among(users), { adjacency: "zero-out", epsilon: 0.004 }).delta;

  it("a sample spends what it does where everybody knows it: its rate times the delta of a shuffle", {
    tags: ["slow"],
  }, () => {
    const all = deltaOf(749);
    for (const users of [780, 832]) {
      const { lower, upper } = deltaOf(users);
      expect(upper).toBeGreaterThanOrEqual((749 / users) * all.lower);
      expect(lower).toBeLessThanOrEqual((749 / users) * all.upper);
    }
  });

  it("with little noise it spends just that, since no secret sample spends less", { tags: ["slow"] }, () => {
    const of = { kind: "gaussian", noiseMultiplier: 1 } as const;
    const question = { adjacency: "zero-out", epsilon: 1 } as const;
    const all = transpositionPld.deltaAtEpsilon!({ kind: "shuffle", users: 900, of }, question).delta;
    const sample = { kind: "subsampledShuffle", users: 1000, sampled: 900, of } as const;
    const { upper } = transpositionPld.deltaAtEpsilon!(sample, question).delta;
    expect(upper / all.upper).toBeCloseTo(0.9, 6);
  });

  it("more users raise no figure", { tags: ["slow"] }, () => {
    const epsilons = [749, 750, 800, 900, 1068, 1300, 1600].map(
      (users) =>
        transpositionPld.epsilonAtDelta!(among(users), { adjacency: "zero-out", delta: 4e-11 }).epsilon.upper,
    );
    expect(epsilons).toEqual([...epsilons].sort((one, other) => other - one));
  });
});
