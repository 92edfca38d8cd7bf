import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logBinomialMass } from "../../../../numerics/log-binomial-mass.js";
import { binnedBlanketDelta } from "./binned-blanket-delta.js";
import { type BlanketPair, blanketDelta } from "./blanket-delta.js";

/** E[(k q / T) ((e^localEpsilon - 1) (H - e^epsilon (C - H)) - (e^epsilon - 1) T)+], written out. */
function deltaOf({ localEpsilon, categories, users }: BlanketPair, epsilon: number): number {
  const q = 1 / (Math.exp(localEpsilon) + categories - 1);
  const law = { probability: categories * q, complement: 1 - categories * q };
  const contest = { probability: 2 / categories, complement: 1 - 2 / categories };
  const fair = { probability: 0.5, complement: 0.5 };
  let sum = 0;
  for (let total = 1; total <= users; total++) {
    for (let contested = 0; contested <= total; contested++) {
      const logMass = logBinomialMass(total - 1, users - 1, law) + logBinomialMass(contested, total, contest);
      for (let same = 0; same <= contested; same++) {
        const lead = Math.expm1(localEpsilon) * (same - Math.exp(epsilon) * (contested - same));
        const excess = Math.max(0, lead - Math.expm1(epsilon) * total);
        sum +=
          Math.exp(logMass + logBinomialMass(same, contested, fair)) * ((categories * q) / total) * excess;
      }
    }
  }
  return sum;
}

describe("the sum in segments", () => {
  test("holds the expectation written out", () => {
    fc.assert(
      fc.property(
        fc.record({
          localEpsilon: fc.double({ min: 0.01, max: 6, noNaN: true }),
          categories: fc.integer({ min: 3, max: 40 }),
          users: fc.integer({ min: 1, max: 45 }),
        }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (pair, share) => {
          const epsilon = share * pair.localEpsilon;
          const exact = deltaOf(pair, epsilon);
          const { lower, upper } = blanketDelta(pair, 1e-12)(epsilon);
          expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-11));
          expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-11));
          expect(upper - lower).toBeLessThanOrEqual(1e-9 * exact + 1e-20);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([500, 690, 699])(
    "holds one report's delta where categories times e^%d leave the doubles",
    (epsilon) => {
      const [localEpsilon, categories] = [700, 1e10];
      const { lower, upper } = blanketDelta({ localEpsilon, categories, users: 1 }, 1e-12)(epsilon);
      const exact = -Math.expm1(epsilon - localEpsilon) / (1 + (categories - 1) * Math.exp(-localEpsilon));
      expect(lower).toBeLessThanOrEqual(exact);
      expect(upper).toBeGreaterThanOrEqual(exact);
      expect(upper - lower).toBeLessThan(1e-9);
    },
  );

  test("and so do groups, where they are of single counts", () => {
    fc.assert(
      fc.property(
        fc.record({
          localEpsilon: fc.double({ min: 0.01, max: 6, noNaN: true }),
          categories: fc.integer({ min: 3, max: 40 }),
          users: fc.integer({ min: 1, max: 45 }),
        }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (pair, share) => {
          const epsilon = share * pair.localEpsilon;
          const exact = deltaOf(pair, epsilon);
          const { lower, upper } = binnedBlanketDelta(pair, { leastDelta: 1e-12, guess: epsilon })(epsilon);
          expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-11));
          expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-11));
          expect(upper - lower).toBeLessThanOrEqual(1e-6 * exact + 1e-20);
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each([
    [{ localEpsilon: 1, categories: 10, users: 60_000 }, 1e-9, 3e-2],
    [{ localEpsilon: 2, categories: 3, users: 20_000 }, 1e-6, 3e-2],
    [{ localEpsilon: 5, categories: 4, users: 400_000 }, 1e-6, 3e-2],
    [{ localEpsilon: 0.1, categories: 3, users: 8000 }, 1e-12, 3e-2],
  ])("groups bracket what single counts give: %j at %d", { tags: ["slow"] }, (pair, leastDelta, room) => {
    const exactAt = blanketDelta(pair, leastDelta);
    const [least, most] = [0, pair.localEpsilon];
    let [low, high] = [least, most];
    for (let i = 0; i < 20; i++) {
      const middle = (low + high) / 2;
      if (exactAt(middle).upper > leastDelta) low = middle;
      else high = middle;
    }
    const groupedAt = binnedBlanketDelta(pair, { leastDelta, guess: high });
    for (const epsilon of [least, high / 2, 0.9 * high, low]) {
      const [exact, grouped] = [exactAt(epsilon), groupedAt(epsilon)];
      expect(grouped.lower).toBeLessThanOrEqual(exact.upper);
      expect(grouped.upper).toBeGreaterThanOrEqual(exact.lower);
      expect(grouped.upper / grouped.lower - 1).toBeLessThan(room);
    }
  });

  test.each([
    [{ localEpsilon: 1, categories: 10, users: 60_000 }, 1e-9],
    [{ localEpsilon: 2, categories: 3, users: 1_000_000 }, 1e-40],
    [{ localEpsilon: 0.5, categories: 300, users: 3_000_000 }, 1e-200],
  ])("wide cells lie around narrow ones: %j at %d", { tags: ["slow"] }, (pair, leastDelta) => {
    const deltaAt = blanketDelta(pair, leastDelta);
    const reach = Math.sqrt(-2 * Math.log(leastDelta)) / Math.sqrt(pair.users / pair.categories);
    for (const share of [0, 0.3, 0.6]) {
      const epsilon = share * reach;
      const fewer = blanketDelta({ ...pair, users: pair.users - 1 }, leastDelta)(epsilon);
      const { lower, estimate, upper } = deltaAt(epsilon);
      expect(lower).toBeLessThanOrEqual(estimate);
      expect(estimate).toBeLessThanOrEqual(upper);
      expect(fewer.upper).toBeGreaterThanOrEqual(lower);
      expect(upper).toBeGreaterThan(0);
    }
  });
});
