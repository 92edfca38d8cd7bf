import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { clopperPearson } from "./clopper-pearson.js";
import { guessBound } from "./guess-bound.js";

/** P(correct, wrong) in `plays` independent plays, for every pair. */
function outcomes(plays: number, correct: number, wrong: number): { c: number; w: number; mass: number }[] {
  const factorials = [1];
  for (let n = 1; n <= plays; n++) factorials.push(factorials[n - 1]! * n);
  const silent = 1 - correct - wrong;
  const all = [];
  for (let c = 0; c <= plays; c++)
    for (let w = 0; c + w <= plays; w++) {
      const ways = factorials[plays]! / factorials[c]! / factorials[w]! / factorials[plays - c - w]!;
      all.push({ c, w, mass: ways * correct ** c * wrong ** w * silent ** (plays - c - w) });
    }
  return all;
}

interface Case {
  readonly epsilon: number;
  readonly delta: number;
  readonly plays: number;
  readonly sides: 1 | 2;
  /** Share of the plays in which the attacker guesses although delta shows nothing. */
  readonly rate: number;
}

/**
 * The worst pair at (epsilon, delta): delta reveals the secret, otherwise randomized response answers; exact
 * rate of false bounds.
 */
function falseRate({ epsilon, delta, plays, sides, rate }: Case, confidence: number, at = epsilon): number {
  const truth = 1 / (1 + Math.exp(-epsilon));
  const side = sides / 2;
  const correct = side * (delta + (1 - delta) * truth * rate);
  const wrong = side * (1 - delta) * (1 - truth) * rate;
  return outcomes(plays, correct, wrong)
    .filter(
      ({ c, w }) => guessBound({ correct: c, wrong: w, plays, sides }, { delta, confidence }).epsilon > at,
    )
    .reduce((sum, { mass }) => sum + mass, 0);
}

const CASES: Case[] = [0.05, 1, 3].flatMap((epsilon) =>
  [0, 0.03, 0.3].flatMap((delta) =>
    ([1, 2] as const).flatMap((sides) =>
      [1, 0.2].map((rate) => ({ epsilon, delta, plays: 24, sides, rate })),
    ),
  ),
);

describe("a bound from guesses", () => {
  it.each(CASES)("is false no more often than it may be: %j", { tags: ["slow"] }, (setting) => {
    for (const confidence of [0.5, 0.9, 0.99])
      expect(falseRate(setting, confidence)).toBeLessThanOrEqual(1 - confidence);
  });

  it("is false too often where delta is left out, or counted for one side of two", {
    tags: ["slow", "long"],
  }, () => {
    const setting = { epsilon: 1, delta: 0.3, plays: 100, sides: 2, rate: 1 } as const;
    const truth = 1 / (1 + Math.exp(-1));
    const law = outcomes(100, 0.3 + 0.7 * truth, 0.7 * (1 - truth));
    const mistaken = (sides: 1 | 2, delta: number): number =>
      law
        .filter(
          ({ c, w }) =>
            guessBound({ correct: c, wrong: w, plays: 100, sides }, { delta, confidence: 0.9 }).epsilon > 1,
        )
        .reduce((sum, { mass }) => sum + mass, 0);
    expect(mistaken(2, 0)).toBeGreaterThan(0.3);
    expect(mistaken(1, 0.3)).toBeGreaterThan(0.1);
    expect(falseRate(setting, 0.9)).toBeLessThan(0.1);
  });

  it.each([
    [{ correct: 700, wrong: 250, plays: 1000, sides: 2 }, 0.01],
    [{ correct: 90, wrong: 3, plays: 5000, sides: 1 }, 1e-3],
    [{ correct: 60, wrong: 2, plays: 64, sides: 2 }, 0.2],
  ] as const)("gives delta a tenth of its error and the guesses the rest: %j at %d", (guesses, delta) => {
    const { correct, wrong, plays, sides } = guesses;
    const error = 0.05;
    const probability = (delta * sides) / 2;
    const law = { probability, complement: 1 - probability };
    let [revealed, beyond] = [0, 1 - Math.exp(logBinomialMass(0, plays, law))];
    while (beyond > error / 10) beyond -= Math.exp(logBinomialMass(++revealed, plays, law));
    const { upper } = clopperPearson({
      count: wrong,
      trials: correct - revealed + wrong,
      confidence: 1 - 0.9 * error,
    });
    const exact = Math.log((1 - upper) / upper);
    const { epsilon } = guessBound(guesses, { delta, confidence: 1 - error });
    expect(epsilon).toBeLessThanOrEqual(exact);
    expect(epsilon).toBeCloseTo(exact, 9);
  });

  it("comes near to the truth with many guesses", () => {
    const guesses = { correct: 731_059, wrong: 268_941, plays: 1_000_000, sides: 2 } as const;
    expect(guessBound(guesses, { delta: 0, confidence: 0.99 }).epsilon).toBeGreaterThan(0.994);
    expect(guessBound(guesses, { delta: 0, confidence: 0.99 }).epsilon).toBeLessThan(1);
    expect(guessBound(guesses, { delta: 0, confidence: 0.99 }).estimate).toBeCloseTo(1, 5);
  });

  it("is 0 where nothing is right, and where delta explains all that is", () => {
    expect(guessBound({ correct: 0, wrong: 5, plays: 9, sides: 2 }, { delta: 0, confidence: 0.9 })).toEqual({
      epsilon: 0,
      estimate: 0,
    });
    const few = { correct: 3, wrong: 0, plays: 1000, sides: 1 } as const;
    expect(guessBound(few, { delta: 0.01, confidence: 0.9 }).epsilon).toBe(0);
  });

  it.each([
    [{ correct: 6, wrong: 5, plays: 10, sides: 2 }, 0, 0.9, "guessBound: wrong"],
    [{ correct: Number.NaN, wrong: 5, plays: 10, sides: 2 }, 0, 0.9, "guessBound: correct"],
    [{ correct: 0, wrong: 0, plays: 0, sides: 2 }, 0, 0.9, "guessBound: plays"],
    [{ correct: 0, wrong: 0, plays: 1, sides: 3 }, 0, 0.9, "guessBound: sides"],
    [{ correct: 0, wrong: 0, plays: 1, sides: 2 }, 1, 0.9, "guessBound: delta"],
    [{ correct: 0, wrong: 0, plays: 1, sides: 2 }, 0, 0, "guessBound: confidence"],
  ])("refuses %j at %d, %d", (guesses, delta, confidence, parameter) => {
    expect(() => guessBound(guesses as never, { delta, confidence })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ parameter }) }),
    );
  });
});
