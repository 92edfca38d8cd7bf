import { describe, expect, it } from "vitest";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { normalCdf } from "../../numerics/normal-cdf.js";
import { oneRunBound } from "./one-run-bound.js";
import { type CurveForm, oneRunCurveBound } from "./one-run-curve-bound.js";

const LEVELS = [0.5, 0.9, 0.99];

type At = { readonly epsilon: number; readonly delta: number; readonly form?: CurveForm };

/** The rate of false bounds under a law of the number of correct guesses of `guessed`, among `canaries`. */
function falseRate(law: readonly number[], canaries: number, at: At, confidence: number): number {
  const { epsilon, ...asked } = at;
  return law.reduce((sum, each, correct) => {
    const guesses = { correct, wrong: law.length - 1 - correct, canaries };
    return oneRunCurveBound(guesses, { ...asked, confidence }).epsilon > epsilon ? sum + each : sum;
  }, 0);
}

function binomialLaw(guessed: number, probability: number): number[] {
  return Array.from({ length: guessed + 1 }, (_, c) =>
    Math.exp(logBinomialMass(c, guessed, { probability, complement: 1 - probability })),
  );
}

/**
 * Laws with so much mass of each number of correct guesses, by the constraints of Theorem 3 taken as
 * equations: the worst that they allow.
 */
function extremeLaw(
  guessed: number,
  canaries: number,
  inverse: (y: number) => number,
  from: { readonly correct: number; readonly mass: number },
): number[] {
  const law = Array.from({ length: guessed + 1 }, () => 0);
  law[from.correct] = from.mass;
  for (let c = from.correct; c > 0; c--) {
    const sum = (weight: (j: number) => number, least: number): number =>
      law.reduce((total, each, j) => (j >= least ? total + weight(j) * each : total), 0);
    const needed = canaries * inverse(sum((j) => j, c) / canaries) - sum((j) => guessed - j, c);
    const left = 1 - sum(() => 1, 0);
    law[c - 1] = Math.max(0, Math.min(left, needed / (guessed - c + 1)));
  }
  law[0]! += Math.max(0, 1 - law.reduce((a, b) => a + b, 0));
  return law;
}

describe("a bound from one run and a fixed number of guesses", () => {
  it.each([
    [10, 10, 1],
    [40, 400, 0.2],
    [200, 250, 3],
  ])("is false no more often than it may be: %d guesses of %d, epsilon %d", (guessed, canaries, epsilon) => {
    const law = binomialLaw(guessed, 1 / (1 + Math.exp(-epsilon)));
    for (const confidence of LEVELS)
      expect(falseRate(law, canaries, { epsilon, delta: 0 }, confidence)).toBeLessThanOrEqual(1 - confidence);
  });

  it.each([
    [20, 1, 0.01],
    [20, 1, 0.2],
    [60, 0.3, 0.04],
  ])(
    "holds where delta gives all secrets away at once: %d canaries, (%d, %d)",
    (canaries, epsilon, delta) => {
      const law = binomialLaw(canaries, 1 / (1 + Math.exp(-epsilon))).map((each) => (1 - delta) * each);
      law[canaries]! += delta;
      for (const confidence of LEVELS)
        expect(falseRate(law, canaries, { epsilon, delta }, confidence)).toBeLessThanOrEqual(1 - confidence);
    },
  );

  it("holds under the worst laws that the theorem allows, and would not hold under worse ones", () => {
    const [guessed, canaries, epsilon, delta] = [30, 40, 0.7, 0.02];
    const inverse = (y: number): number => Math.max(0, y - delta) * Math.exp(-epsilon);
    let nearest = 0;
    for (let correct = 16; correct <= guessed; correct++)
      for (const confidence of [0.8, 0.95]) {
        // As much mass at `correct` as leaves a law.
        let mass = 0;
        for (let step = 0.5; step > 1e-6; step /= 2) {
          const law = extremeLaw(guessed, canaries, inverse, { correct, mass: mass + step });
          if (law.reduce((a, b) => a + b, 0) <= 1 && satisfies(law, canaries, inverse)) mass += step;
        }
        const law = extremeLaw(guessed, canaries, inverse, { correct, mass });
        const rate = falseRate(law, canaries, { epsilon, delta }, confidence);
        expect(rate).toBeLessThanOrEqual(1 - confidence);
        nearest = Math.max(nearest, rate / (1 - confidence));
      }
    expect(nearest).toBeGreaterThan(0.6);
  });

  it("holds of mechanisms that now and then tell much of all secrets at once, by enumeration", () => {
    const bits = 6;
    const epsilon = 0.8;
    const secrets = Array.from({ length: 2 ** bits }, (_, s) => s);
    const ones = (x: number): number => x.toString(2).replaceAll("0", "").length;
    const responses = (truth: number): number[] =>
      Array.from({ length: bits + 1 }, (_, wrong) => truth ** (bits - wrong) * (1 - truth) ** wrong);
    let nearest = 0;
    for (const often of [0.02, 0.1, 0.3])
      for (const loud of [0.75, 0.9, 0.99])
        for (const guessed of [2, 4, 6]) {
          // A release is a loud or a quiet answer about every bit; the first `guessed` bits are guessed by
          // it.
          const [quietLaw, loudLaw] = [responses(1 / (1 + Math.exp(-0.3))), responses(loud)];
          const massOf = (s: number, t: number): [number, number] => [
            (1 - often) * quietLaw[ones(s ^ t)]!,
            often * loudLaw[ones(s ^ t)]!,
          ];
          let delta = 0; // by symmetry that of any secrets and the first bit
          for (const t of secrets) {
            const [one, other] = [massOf(0, t), massOf(1, t)];
            for (const i of [0, 1] as const) delta += Math.max(0, one[i] - Math.exp(epsilon) * other[i]);
          }
          const law = Array.from({ length: guessed + 1 }, () => 0);
          for (const t of secrets) {
            const [quiet, louder] = massOf(0, t);
            law[guessed - ones(t & (2 ** guessed - 1))]! += quiet + louder;
          }
          for (const confidence of [0.5, 0.8, 0.9, 0.97]) {
            const rate = falseRate(law, bits, { epsilon, delta }, confidence);
            expect(rate).toBeLessThanOrEqual(1 - confidence);
            nearest = Math.max(nearest, rate / (1 - confidence));
          }
        }
    expect(nearest).toBeGreaterThan(0.5);
  });

  it("holds of Gaussian noise at the Gaussian's own figure, where nothing is abstained from and where much is", {
    tags: ["slow"],
  }, () => {
    const mu = 1;
    for (const threshold of [0, 1]) {
      const [right, wrong] = [normalCdf(mu / 2 - threshold), normalCdf(-mu / 2 - threshold)];
      const canaries = Math.round(60 / (right + wrong));
      const law = binomialLaw(60, right / (right + wrong));
      const at = { epsilon: 4.3772, delta: 1e-5, form: "gaussian" } as const; // of mu = 1 at 1e-5
      for (const confidence of LEVELS)
        expect(falseRate(law, canaries, at, confidence)).toBeLessThanOrEqual(1 - confidence);
    }
  });

  it("shows more than the bound with Markov's inequality where delta is positive", () => {
    const guesses = { correct: 479, wrong: 265, canaries: 10_000 };
    const asked = { delta: 1e-5, confidence: 0.99 };
    const [sharp, other] = [oneRunCurveBound(guesses, asked), oneRunBound(guesses, asked)];
    expect(other.epsilon).toBeCloseTo(0.286, 2);
    expect(sharp.epsilon).toBeCloseTo(0.405, 2);
    expect(sharp.estimate).toBeGreaterThan(0.55);
    expect(oneRunCurveBound(guesses, { ...asked, form: "gaussian" }).epsilon).toBeCloseTo(0.491, 2);
  });

  it("is 0 where guesses show nothing, and refuses what is out of range", () => {
    const none = { correct: 0, wrong: 0, canaries: 9 };
    expect(oneRunCurveBound(none, { delta: 0, confidence: 0.9 }).epsilon).toBe(0);
    const even = { correct: 50, wrong: 50, canaries: 200 };
    expect(oneRunCurveBound(even, { delta: 1e-5, confidence: 0.9, form: "gaussian" }).epsilon).toBe(0);
    const perfect = { correct: 20, wrong: 0, canaries: 20 };
    expect(oneRunCurveBound(perfect, { delta: 0, confidence: 0.95 }).epsilon).toBeGreaterThan(1.5);
    expect(() => oneRunCurveBound(none, { delta: 0, confidence: 0.9, form: "gaussian" })).toThrow(/delta/);
    expect(() => oneRunCurveBound(none, { delta: 0, confidence: 0.9, form: "other" as never })).toThrow(
      /form/,
    );
    for (const guesses of [
      { correct: 0, wrong: 0, canaries: 0 },
      { correct: 3, wrong: 8, canaries: 10 },
    ])
      expect(() => oneRunCurveBound(guesses, { delta: 0, confidence: 0.9 })).toThrow(/^oneRunCurveBound: /);
  });
});

/** Whether a law keeps the constraints of the theorem. */
function satisfies(law: readonly number[], canaries: number, inverse: (y: number) => number): boolean {
  const guessed = law.length - 1;
  for (let c = guessed; c > 0; c--) {
    let [correct, wrong] = [0, 0];
    for (let j = c - 1; j <= guessed; j++) {
      if (j >= c) correct += (j * law[j]!) / canaries;
      wrong += ((guessed - j) * law[j]!) / canaries;
    }
    if (wrong < inverse(correct) - 1e-12) return false;
  }
  return true;
}
