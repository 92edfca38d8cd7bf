import fc from "fast-check";
import { expect, it } from "vitest";
import { shuffledResponsePrivacyLoss } from "../../pld.js";

/** Fixed point of 400 binary digits. */
const DIGITS = 400n;
const ONE = 1n << DIGITS;
const times = (a: bigint, b: bigint): bigint => (a * b) >> DIGITS;
const toNumber = (x: bigint): number => Number(x) / 2 ** Number(DIGITS);

/** e^(sixtyfourths / 64). */
function exp(sixtyfourths: number): bigint {
  const x = (BigInt(sixtyfourths) << DIGITS) >> 16n;
  let [sum, term] = [ONE, ONE];
  for (let i = 1n; term > 0n; i++) {
    term = times(term, x) / i;
    sum += term;
  }
  for (let squarings = 0; squarings < 10; squarings++) sum = times(sum, sum);
  return sum;
}

/**
 * Counts of the two categories that the changed user may hold and of all others, with their probabilities
 * under both data sets.
 */
interface Outcome {
  readonly counts: readonly [number, number, number];
  readonly p: bigint;
  readonly q: bigint;
}

type Law = readonly Outcome[];

/** Both sums of counts, of independent outcomes. */
function sumOf(laws: readonly [Law, Law]): Law {
  const found = new Map<string, Outcome>();
  for (const one of laws[0]) {
    for (const other of laws[1]) {
      const counts = one.counts.map((count, i) => count + other.counts[i]!) as [number, number, number];
      const known = found.get(`${counts}`);
      found.set(`${counts}`, {
        counts,
        p: (known?.p ?? 0n) + times(one.p, other.p),
        q: (known?.q ?? 0n) + times(one.q, other.q),
      });
    }
  }
  return [...found.values()];
}

/** The changed user's response under both data sets among the others', whose true answers are revealed. */
function shuffled(users: number, categories: number, sixtyfourths: number): Law {
  const growth = exp(sixtyfourths);
  const norm = growth + BigInt(categories - 1) * ONE;
  const lieProbability = (ONE << DIGITS) / norm;
  const truthProbability = (growth << DIGITS) / norm;
  const otherProbability = BigInt(categories - 2) * lieProbability;
  const both = (counts: Outcome["counts"], mass: bigint): Outcome => ({ counts, p: mass, q: mass });
  const other = [
    both([1, 0, 0], lieProbability),
    both([0, 1, 0], lieProbability),
    both([0, 0, 1], otherProbability),
    both([0, 0, 0], ONE - BigInt(categories) * lieProbability),
  ];
  let law: Law = [
    { counts: [1, 0, 0], p: truthProbability, q: lieProbability },
    { counts: [0, 1, 0], p: lieProbability, q: truthProbability },
    both([0, 0, 1], otherProbability),
  ];
  for (let user = 1; user < users; user++) law = sumOf([law, other]);
  return law;
}

function deltaOf(rounds: readonly Law[], sixtyfourths: number): number {
  const growth = exp(sixtyfourths);
  const [first, second = [{ counts: [0, 0, 0], p: ONE, q: ONE }]] = rounds;
  let sum = 0n;
  for (const one of first!) {
    for (const other of second) {
      const excess = times(one.p, other.p) - times(growth, times(one.q, other.q));
      if (excess > 0n) sum += excess;
    }
  }
  return toNumber(sum);
}

it("encloses sums over all outcomes of a few users, from little to hardly any privacy, of one round and of two", {
  tags: ["slow", "long"],
}, () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(2, 3, 40, 100_000),
      fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 64, max: 30 * 64 })),
      fc.integer({ min: 1, max: 2 }),
      fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 3, maxLength: 3 }),
      (users, categories, sixtyfourths, rounds, thousandths) => {
        const law = shuffled(users, categories, sixtyfourths);
        const options = { users, categories, localEpsilon: sixtyfourths / 64 };
        const loss = shuffledResponsePrivacyLoss(options).compose(rounds);
        for (const thousandth of thousandths) {
          const at = Math.floor((thousandth / 1000) * rounds * sixtyfourths);
          const exact = deltaOf(rounds === 1 ? [law] : [law, law], at);
          const { lower, upper } = loss.deltaAtEpsilon(at / 64);
          expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-13));
          expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-13));
        }
      },
    ),
    { numRuns: 150 },
  );
});

it.each([
  [1, 10_000, 4 * 64, 2, 7],
  [2, 100_000, 418, 2, 784],
  [5, 2, 29 * 64, 1, 29 * 64 - 1],
  [6, 3, 27 * 64, 1, 26 * 64],
])(
  "encloses rare large losses: %d users, %d categories, local epsilon %d / 64, %d rounds, epsilon %d / 64",
  (...setting) => {
    const [users, categories, sixtyfourths, rounds, at] = setting;
    const law = shuffled(users, categories, sixtyfourths);
    const exact = deltaOf(rounds === 1 ? [law] : [law, law], at);
    const loss = shuffledResponsePrivacyLoss({ users, categories, localEpsilon: sixtyfourths / 64 }).compose(
      rounds,
    );
    const { lower, upper } = loss.deltaAtEpsilon(at / 64);
    expect(lower).toBeLessThanOrEqual(exact * (1 + 1e-13));
    expect(upper).toBeGreaterThanOrEqual(exact * (1 - 1e-13));
    expect(upper).toBeLessThan(exact * 1.05);
  },
);
