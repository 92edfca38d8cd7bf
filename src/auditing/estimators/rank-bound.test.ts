import { describe, expect, it } from "vitest";
import { sampleUniform, seededSource } from "../../random/index.js";
import type { Scores } from "../scores.js";
import { guessBound } from "./guess-bound.js";
import { rankBound } from "./rank-bound.js";

const ASKED = { delta: 0, confidence: 0.9 };

/** Scores of plays with fair secrets. */
function play(
  plays: number,
  seed: number,
  score: (secret: boolean, uniform: () => number) => number,
): Scores {
  const source = seededSource(seed);
  const uniform = (): number => sampleUniform(source);
  const drawn = Array.from({ length: plays }, () => {
    const secret = uniform() < 0.5;
    return { secret, score: score(secret, uniform) };
  });
  const of = (wanted: boolean): Float64Array =>
    Float64Array.from(drawn.filter(({ secret }) => secret === wanted).map((each) => each.score));
  return { absent: of(false), present: of(true) };
}

const RESPONSE = play(4000, 1, (secret, uniform) => Number(uniform() < (secret ? 0.8 : 0.2)));

describe("a bound by rank", () => {
  it("guesses by the only threshold that an answer of two values has", () => {
    const { epsilon, rule, guesses } = rankBound(RESPONSE, ASKED);
    expect(rule).toEqual({ presentFrom: 1, absentBelow: 1 });
    expect(guesses!.correct + guesses!.wrong).toBe(4000);
    expect(epsilon).toBeGreaterThan(1.2);
    expect(epsilon).toBeLessThan(Math.log(4));
  });

  it("depends on the order of the scores alone, infinite ones included", () => {
    const bent = (scores: Float64Array): Float64Array =>
      scores.map((score) => (score === 1 ? Infinity : -Infinity));
    const { epsilon } = rankBound({ absent: bent(RESPONSE.absent), present: bent(RESPONSE.present) }, ASKED);
    expect(epsilon).toBe(rankBound(RESPONSE, ASKED).epsilon);
  });

  it("does not depend on which of the data sets is called present", () => {
    const { absent, present } = RESPONSE;
    const minus = (scores: Float64Array): Float64Array => scores.map((score) => -score);
    expect(rankBound({ absent: minus(present), present: minus(absent) }, ASKED).epsilon).toBe(
      rankBound(RESPONSE, ASKED).epsilon,
    );
  });

  it("finds what shows rarely, on either side", () => {
    for (const side of [1, -1]) {
      const rare = play(20_000, 2, (secret, uniform) =>
        uniform() < 0.01 && secret === side > 0 ? 9 * side : uniform(),
      );
      const { epsilon, rule } = rankBound(rare, ASKED);
      expect(epsilon).toBeGreaterThan(2);
      expect(side > 0 ? rule!.absentBelow : rule!.presentFrom).toBe(side > 0 ? -Infinity : Infinity);
    }
  });

  it("forgives delta what delta may show", () => {
    const rare = play(20_000, 3, (secret, uniform) => (uniform() < 0.01 && secret ? 9 : uniform()));
    expect(rankBound(rare, { delta: 0.01, confidence: 0.9 }).epsilon).toBe(0);
    expect(rankBound(rare, { delta: 0.001, confidence: 0.9 }).epsilon).toBeGreaterThan(2);
  });

  it.each([
    ["no secret shows", play(5000, 4, (_, uniform) => uniform())],
    ["all scores are one", play(5000, 5, () => 3)],
    ["the attack is upside down", play(5000, 6, (secret, uniform) => uniform() - Number(secret))],
    ["there is one play", { absent: new Float64Array(0), present: Float64Array.of(1) }],
  ])("is 0 where %s", (_, scores) => {
    expect(rankBound(scores, { delta: 0, confidence: 0.999 })).toMatchObject({ epsilon: 0 });
  });

  it.each([
    [1000, 15], // r = 500, 250, 125, 62 and 31
    [64, 6], // r = 32 and 16
    [20, 3], // r = 10 alone
  ])("of %d plays has one part of the error in %d: that of one rule in all", (plays, rules) => {
    const half = plays / 2;
    const scores = { absent: new Float64Array(half), present: new Float64Array(half).fill(1) };
    const all = { correct: plays, wrong: 0, plays, sides: 2 } as const;
    const { epsilon } = rankBound(scores, { delta: 0, confidence: 0.99 });
    expect(epsilon).toBeCloseTo(guessBound(all, { delta: 0, confidence: 1 - 0.01 / rules }).epsilon, 9);
  });

  it("is stricter the more confidence it is to have", () => {
    const bounds = [0.5, 0.9, 0.99, 0.999999].map(
      (confidence) => rankBound(RESPONSE, { delta: 0, confidence }).epsilon,
    );
    expect(bounds).toEqual([...bounds].sort((one, other) => other - one));
    expect(new Set(bounds).size).toBe(4);
  });

  it("refuses scores that are none", () => {
    const empty = new Float64Array(0);
    const bad = [
      { absent: Float64Array.of(Number.NaN), present: empty },
      { absent: empty, present: empty },
      { absent: [1] as never, present: empty },
    ];
    for (const scores of bad) expect(() => rankBound(scores, ASKED)).toThrow(/^rankBound: /);
  });
});
