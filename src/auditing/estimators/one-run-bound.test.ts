import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { oneRunBound } from "./one-run-bound.js";

function mass(correct: number, canaries: number, probability: number): number {
  return Math.exp(logBinomialMass(correct, canaries, { probability, complement: 1 - probability }));
}

const LEVELS = [0.5, 0.9, 0.99];

function isFalse(
  correct: number,
  canaries: number,
  at: { epsilon: number; delta: number },
  confidence: number,
) {
  const guesses = { correct, wrong: canaries - correct, canaries };
  return oneRunBound(guesses, { delta: at.delta, confidence }).epsilon > at.epsilon;
}

/** The rate of false bounds under a law of the number of correct guesses. */
function falseRate(
  law: readonly number[],
  at: { epsilon: number; delta: number },
  confidence: number,
): number {
  return law.reduce((sum, each, c) => (isFalse(c, law.length - 1, at, confidence) ? sum + each : sum), 0);
}

function responseLaw(canaries: number, epsilon: number): number[] {
  return responseMasses(canaries, 1 / (1 + Math.exp(-epsilon)));
}

function responseMasses(guesses: number, truth: number): number[] {
  return Array.from({ length: guesses + 1 }, (_, c) => mass(c, guesses, truth));
}

/**
 * The least delta at which a mechanism is (epsilon, delta)-DP in every bit, by all secrets and releases;
 * `p[secret][release]`.
 */
function deltaOf(p: readonly (readonly number[])[], bits: number, epsilon: number): number {
  let worst = 0;
  for (let s = 0; s < p.length; s++)
    for (let bit = 0; bit < bits; bit++) {
      const other = p[s ^ (1 << bit)]!;
      const excess = p[s]!.reduce(
        (sum, each, t) => sum + Math.max(0, each - Math.exp(epsilon) * other[t]!),
        0,
      );
      worst = Math.max(worst, excess);
    }
  return worst;
}

const ones = (x: number): number => x.toString(2).replaceAll("0", "").length;

describe("a bound from one run", () => {
  it.each([
    [10, 1],
    [40, 0.2],
    [200, 3],
  ])("is false no more often than it may be: %d canaries, epsilon %d", (canaries, epsilon) => {
    for (const confidence of LEVELS)
      expect(
        falseRate(responseLaw(canaries, epsilon), { epsilon, delta: 0 }, confidence),
      ).toBeLessThanOrEqual(1 - confidence);
  });

  it.each([
    [20, 1, 0.01],
    [20, 1, 0.2],
    [60, 0.3, 0.04],
  ])(
    "holds where delta gives all secrets away at once: %d canaries, (%d, %d)",
    (canaries, epsilon, delta) => {
      const law = responseLaw(canaries, epsilon).map((each) => (1 - delta) * each);
      law[canaries]! += delta;
      for (const confidence of LEVELS)
        expect(falseRate(law, { epsilon, delta }, confidence)).toBeLessThanOrEqual(1 - confidence);
    },
  );

  it("holds where delta helps just where it makes the bound false", { tags: ["slow"] }, () => {
    const bits = 8;
    const epsilon = 0.7;
    const truth = 1 / (1 + Math.exp(-epsilon));
    const secrets = Array.from({ length: 2 ** bits }, (_, s) => s);
    for (let level = 4; level < bits; level++)
      for (const helped of [0.1, 0.6]) {
        // Randomized response of every bit; where `level` answers are right, a wrong one is set right now and
        // then.
        const p = secrets.map((s) => {
          const released = secrets.map(() => 0);
          for (const t of secrets) {
            const wrong = ones(s ^ t);
            const each = truth ** (bits - wrong) * (1 - truth) ** wrong;
            const moved = bits - wrong === level ? helped : 0;
            released[t]! += each * (1 - moved);
            for (let bit = 0; bit < bits; bit++)
              if (moved > 0 && ((s ^ t) >> bit) & 1) released[t ^ (1 << bit)]! += (each * moved) / wrong;
          }
          return released;
        });
        const delta = deltaOf(p, bits, epsilon);
        const law = Array.from({ length: bits + 1 }, () => 0);
        p[0]!.forEach((each, t) => {
          law[bits - ones(t)]! += each;
        });
        for (const confidence of LEVELS)
          expect(falseRate(law, { epsilon, delta }, confidence)).toBeLessThanOrEqual(1 - confidence);
      }
  });

  it.each([
    [{ correct: 760, wrong: 240, canaries: 1000 }, 1e-3, 0.9],
    [{ correct: 180, wrong: 20, canaries: 1000 }, 2e-4, 0.95],
    [{ correct: 46, wrong: 4, canaries: 60 }, 1e-3, 0.8],
    [{ correct: 3400, wrong: 600, canaries: 4000 }, 1e-4, 0.99],
  ])("divides its error between delta and the guesses: %j at %d, %d", (guesses, delta, confidence) => {
    const { correct, wrong, canaries } = guesses;
    const guessed = correct + wrong;
    const error = 1 - confidence;
    const { epsilon } = oneRunBound(guesses, { delta, confidence });
    const truth = 1 / (1 + Math.exp(-epsilon));
    const law = responseMasses(guessed, truth);
    const isPaid = (share: number): boolean => {
      const revealed = Math.ceil((canaries * delta) / (share * error)) - 1;
      const tail = law.slice(Math.max(0, correct - revealed)).reduce((sum, each) => sum + each, 0);
      return tail <= (1 - share) * error;
    };
    expect(epsilon).toBeGreaterThan(0.3);
    expect([0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7].some(isPaid)).toBe(true);
  });

  it("comes near to the truth with many canaries, at a small delta too", () => {
    const guesses = { correct: 7311, wrong: 2689, canaries: 10_000 };
    const { epsilon, estimate } = oneRunBound(guesses, { delta: 0, confidence: 0.95 });
    expect(epsilon).toBeGreaterThan(0.95);
    expect(epsilon).toBeLessThan(1);
    expect(estimate).toBeCloseTo(1, 3);
    expect(oneRunBound(guesses, { delta: 1e-5, confidence: 0.95 }).epsilon).toBeGreaterThan(0.94);
  });

  it("is 0 without guesses, and refuses what is out of range", () => {
    expect(oneRunBound({ correct: 0, wrong: 0, canaries: 9 }, { delta: 0, confidence: 0.9 }).epsilon).toBe(0);
    const refused = [
      { correct: 0, wrong: 0, canaries: 0 },
      { correct: 3, wrong: 8, canaries: 10 },
      { correct: 0.5, wrong: 0, canaries: 10 },
    ];
    for (const guesses of refused)
      expect(() => oneRunBound(guesses, { delta: 0, confidence: 0.9 })).toThrow(/^oneRunBound: /);
    for (const bad of [
      { delta: 1, confidence: 0.9 },
      { delta: 0, confidence: 1 },
    ])
      expect(() => oneRunBound({ correct: 1, wrong: 0, canaries: 1 }, bad)).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
  });
});
