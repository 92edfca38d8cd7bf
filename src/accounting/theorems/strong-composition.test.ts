import fc from "fast-check";
import { describe, expect, test } from "vitest";
import vectors from "../../../test/vectors/composition/strong-composition.json" with { type: "json" };
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { strongCompositionDelta, strongCompositionEpsilon } from "./strong-composition.js";

test.each(vectors.cases)("delta of $params encloses the 20-digit value", ({ params, value }) => {
  const { lower, estimate, upper } = strongCompositionDelta(params);
  const exact = Number(value);
  expect(lower).toBeLessThanOrEqual(exact);
  expect(upper).toBeGreaterThanOrEqual(exact);
  expect(estimate / exact - 1).toBeCloseTo(0, 12);
  expect(upper / lower - 1).toBeLessThan(1e-11);
});

/**
 * The definition: enumerate every transcript of the four-outcome mechanism that dominates all (epsilon,
 * delta)-DP ones.
 */
function deltaByEnumeration(
  roundEpsilon: number,
  roundDelta: number,
  rounds: number,
  epsilon: number,
): number {
  const keep = (1 - roundDelta) / (1 + Math.exp(-roundEpsilon));
  const flip = (1 - roundDelta) / (1 + Math.exp(roundEpsilon));
  const outcomes = [
    [roundDelta, 0],
    [keep, flip],
    [flip, keep],
    [0, roundDelta],
  ] as const;
  const walk = (left: number, p: number, q: number): number =>
    left === 0
      ? Math.max(0, p - Math.exp(epsilon) * q)
      : outcomes.reduce((sum, [inP, inQ]) => sum + walk(left - 1, p * inP, q * inQ), 0);
  return walk(rounds, 1, 1);
}

test("equals the enumeration of all transcripts", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 0.3, noNaN: true }),
      fc.integer({ min: 1, max: 6 }),
      fc.double({ min: 1e-9, max: 1, noNaN: true }),
      (roundEpsilon, roundDelta, rounds, share) => {
        const epsilon = share * rounds * roundEpsilon;
        const { lower, upper } = strongCompositionDelta({ roundEpsilon, roundDelta, rounds, epsilon });
        const exact = deltaByEnumeration(roundEpsilon, roundDelta, rounds, epsilon);
        expect(lower).toBeLessThanOrEqual(exact + 1e-13);
        expect(upper).toBeGreaterThanOrEqual(exact - 1e-13);
      },
    ),
    { numRuns: 60 },
  );
});

test("meets every pair of Theorem 3.3 of Kairouz, Oh and Viswanath", () => {
  const [roundEpsilon, rounds] = [0.3, 12];
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  for (let i = 0; i <= 6; i++) {
    let delta = 0;
    for (let l = 0; l < i; l++) {
      const gain = Math.exp((rounds - l) * roundEpsilon) - Math.exp((rounds - 2 * i + l) * roundEpsilon);
      delta += (choose(rounds, l) * gain) / (1 + Math.exp(roundEpsilon)) ** rounds;
    }
    const epsilon = (rounds - 2 * i) * roundEpsilon;
    expect(strongCompositionDelta({ roundEpsilon, roundDelta: 0, rounds, epsilon }).estimate).toBeCloseTo(
      delta,
      13,
    );
  }
});

describe("edges", () => {
  test("one round at its own epsilon costs its own delta", () => {
    const { upper } = strongCompositionDelta({
      roundEpsilon: 0.7,
      roundDelta: 1e-7,
      rounds: 1,
      epsilon: 0.7,
    });
    expect(upper / 1e-7 - 1).toBeCloseTo(0, 13);
  });

  test("one round at its own delta costs its own epsilon, to the bit", () => {
    for (const roundDelta of [1 - 1e-9, 0.3, 1e-5, 1e-100]) {
      const { upper } = strongCompositionEpsilon({
        roundEpsilon: 0.7,
        roundDelta,
        rounds: 1,
        delta: roundDelta,
      });
      expect(upper).toBe(0.7);
    }
  });

  test("no epsilon holds below the rounds' own deltas", () => {
    const rounds = { roundEpsilon: 0.1, roundDelta: 1e-6, rounds: 100 };
    expect(strongCompositionEpsilon({ ...rounds, delta: 5e-5 }).lower).toBe(Infinity);
    expect(strongCompositionEpsilon({ ...rounds, delta: 2e-4 }).upper).toBeLessThan(10);
  });

  test("rounds without epsilon only add their deltas", () => {
    const free = { roundEpsilon: 0, roundDelta: 1e-9, rounds: 1000 };
    expect(strongCompositionDelta({ ...free, epsilon: 0 }).estimate).toBeCloseTo(1e-6, 11);
    expect(strongCompositionEpsilon({ ...free, delta: 1e-5 }).upper).toBe(0);
  });

  test.each([
    [1e-6, 1e9, 1e-100],
    [1e5, 3, 1e-5],
    [1e-5, 1e9, 1e-9],
    [0.5, 1e9, 1e-10],
    [800, 1e6, 0.5],
  ])(
    "finite, ordered and below basic composition: epsilon %f, %i rounds, delta %f",
    (roundEpsilon, rounds, delta) => {
      const { lower, upper } = strongCompositionEpsilon({ roundEpsilon, roundDelta: 0, rounds, delta });
      expect(lower).toBeLessThanOrEqual(upper);
      expect(upper / lower - 1).toBeLessThan(1e-8);
      expect(upper).toBeLessThanOrEqual(rounds * roundEpsilon * (1 + 1e-15));
    },
  );
});

test("never falls in the rounds, and the bracket's upper end keeps the promise", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -4, max: 0.5, noNaN: true }).map((x) => 10 ** x),
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: -30, max: -1, noNaN: true }).map((x) => 10 ** x),
      (roundEpsilon, rounds, delta) => {
        const answer = strongCompositionEpsilon({ roundEpsilon, roundDelta: 0, rounds, delta });
        const more = strongCompositionEpsilon({ roundEpsilon, roundDelta: 0, rounds: rounds + 1, delta });
        expect(more.upper).toBeGreaterThanOrEqual(answer.lower);
        const epsilon = answer.upper;
        expect(
          strongCompositionDelta({ roundEpsilon, roundDelta: 0, rounds, epsilon }).upper,
        ).toBeLessThanOrEqual(delta);
      },
    ),
    { numRuns: 50 },
  );
});

test("less noise costs no less where delta leaves one nothing but its rounding", () => {
  const rounds = { roundDelta: 0.8 / 219, rounds: 219 };
  for (const delta of [1 - 2 ** -53, 1 - 2 ** -51, 1 - 1e-12, 1 - 1e-7]) {
    const uppers = Array.from({ length: 40 }, (_, i) => {
      const roundEpsilon = 1.0373956771501283 * (1 + i * 1e-15);
      const { lower, upper } = strongCompositionEpsilon({ ...rounds, roundEpsilon, delta });
      expect(lower).toBe(0);
      return upper;
    });
    const drops = uppers.slice(1).map((upper, i) => upper / uppers[i]!);
    expect(Math.min(...drops)).toBeGreaterThan(1 - 1e-6);
    expect(uppers[0]).toBeLessThan(43);
  }
});

const valid = { roundEpsilon: 0.1, roundDelta: 0, rounds: 10, epsilon: 1, delta: 1e-5 };
test.each([
  { roundEpsilon: -1 },
  { roundDelta: 1 },
  { rounds: 0 },
  { rounds: 1.5 },
  { rounds: 2e10 },
  { epsilon: Number.NaN },
  { delta: 0 },
])("refuses %s", (wrong) => {
  const both = () => {
    strongCompositionDelta({ ...valid, ...wrong });
    strongCompositionEpsilon({ ...valid, ...wrong });
  };
  expect(both).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
});

describe("a million rounds and more", () => {
  test.each([
    [1e-3, 2_000_000, 5],
    [1e-5, 3_000_000, 0.05],
    [0.01, 1_500_000, 120],
    [0.1, 1_000_001, 5200],
  ])("of epsilon %d: %i, at a total of %d, term by term", (roundEpsilon, rounds, epsilon) => {
    const law = {
      probability: 1 / (1 + Math.exp(roundEpsilon)),
      complement: 1 / (1 + Math.exp(-roundEpsilon)),
    };
    const last = Math.ceil((rounds - epsilon / roundEpsilon) / 2) - 1;
    const reach = Math.ceil(12 * Math.sqrt(rounds * law.probability));
    let sum = 0;
    for (
      let flips = Math.max(0, Math.min(last, Math.floor(rounds * law.probability)) - reach);
      flips <= last;
      flips++
    ) {
      const excess = -Math.expm1(epsilon - (rounds - 2 * flips) * roundEpsilon);
      sum += Math.exp(logBinomialMass(flips, rounds, law)) * Math.max(0, excess);
    }
    const { lower, upper } = strongCompositionDelta({ roundEpsilon, roundDelta: 0, rounds, epsilon });
    expect(Math.abs(lower / sum - 1)).toBeLessThan(1e-7);
    expect(Math.abs(upper / sum - 1)).toBeLessThan(1e-7);
    expect(upper / lower - 1).toBeLessThan(1e-7);
  });

  test.each([
    [1e-3, 0, 1_000_000_000, 1e-5],
    [1e-5, 1e-16, 1_000_000_000, 1e-6],
    [0.1, 0, 100_000_000, 1e-12],
  ])(
    "epsilon %d, delta %d, %i of them: the ends lie on their sides of delta %d",
    (roundEpsilon, roundDelta, rounds, delta) => {
      const round = { roundEpsilon, roundDelta, rounds };
      const { lower, upper } = strongCompositionEpsilon({ ...round, delta });
      expect(strongCompositionDelta({ ...round, epsilon: upper }).upper).toBeLessThanOrEqual(delta);
      expect(strongCompositionDelta({ ...round, epsilon: lower }).lower).toBeGreaterThan(delta);
      expect((upper - lower) / upper).toBeLessThan(1e-9);
    },
  );
});

test("a loss that rounds to epsilon counts where it is larger", () => {
  const at = (roundEpsilon: number, rounds: number, epsilon: number) =>
    strongCompositionDelta({ roundEpsilon, rounds, epsilon, roundDelta: 0 });
  // 30.7 and 92.1 are doubles of which three times the one is 3.6e-15 above the other.
  const { lower, upper } = at(30.7, 3, 92.1);
  expect(upper).toBeGreaterThan(3.5527e-15);
  expect(lower).toBeLessThan(3.5528e-15);
  expect(at(0.3, 1000, 299.4).upper).toBeGreaterThan(7.96038740536977e-242 * (1 + 1.65e-11));
  expect(at(1e15, 3, 3 * 1e15).upper).toBe(0);
  expect(at(0.5, 3, 1.5).upper).toBe(0);
});
