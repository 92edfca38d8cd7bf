import { describe, expect, test } from "vitest";
import peers from "../../../test/vectors/reference/peers.json" with { type: "json" };
import { gaussLegendre } from "../../numerics/gauss-legendre.js";
import { type BlanketRandomizer, blanketTerms } from "../shuffle/blanket/responses/blanket-terms.js";
import { type BlanketReports, blanketEpsilon } from "./blanket.js";
import { blanketRandomizedResponseEpsilon } from "./blanket-randomized-response.js";
import { clones2023Epsilon } from "./clones-2023.js";

const named: Record<string, BlanketRandomizer> = {
  generic: { kind: "generic" },
  laplace: { kind: "laplace" },
  RR2: { kind: "randomizedResponse", categories: 2 },
  RR10: { kind: "randomizedResponse", categories: 10 },
};

const peersOf = peers.groups.localShuffleEpsilon.cases.flatMap(({ mech, n, eps0, delta, eps }) => {
  const [, inequality, name] = /^privacy_blanket_(Hoeffding|Bennett)(?:Exact)?_(\w+)$/.exec(mech) ?? [];
  if (inequality === undefined) return [];
  const query = { localEpsilon: eps0, users: n, delta, randomizer: named[name!]! };
  return [
    { mech, eps, query: { ...query, inequality: inequality.toLowerCase() as BlanketReports["inequality"] } },
  ];
});

test.each(peersOf)("the authors' program: $mech at $query", ({ eps, query }) => {
  expect(blanketEpsilon(query).upper / eps).toBeCloseTo(1, 9);
});

describe("the amplification variable's terms", () => {
  const [localEpsilon, epsilon] = [1.3, 0.4];
  const growth = Math.exp(epsilon);

  test("k-ary randomized response, by its k answers", () => {
    const categories = 5;
    const truth = Math.exp(localEpsilon);
    const total = truth + categories - 1;
    const mass = categories / total;
    const values = Array.from({ length: categories }, (_, answer) => {
      const [p, q] = [answer === 0 ? truth : 1, answer === 1 ? truth : 1];
      return (mass * (p - growth * q)) / total / (1 / total);
    });
    const terms = blanketTerms({ kind: "randomizedResponse", categories }, localEpsilon, epsilon);
    expect(terms.mass).toBeCloseTo(mass, 14);
    expect(terms.largest).toBeCloseTo(Math.max(...values), 13);
    expect(terms.range).toBeCloseTo(Math.max(...values) - Math.min(...values), 13);
    expect(terms.secondMoment).toBeCloseTo(
      values.reduce((sum, value) => sum + value ** 2, 0) / categories,
      13,
    );
  });

  test("Laplace noise on [0, 1], by quadrature; the inputs 0 and 1 are the worst", () => {
    const terms = blanketTerms({ kind: "laplace" }, localEpsilon, epsilon);
    const worst = laplaceMoments(0, 1);
    expect(terms.mass).toBeCloseTo(worst.mass, 10);
    expect(terms.secondMoment).toBeCloseTo(worst.secondMoment, 9);
    expect(worst.mean).toBeCloseTo(1 - growth, 9);
    for (let x = 0; x <= 1; x += 0.125) {
      for (let y = 0; y <= 1; y += 0.125) {
        expect(laplaceMoments(x, y).secondMoment).toBeLessThanOrEqual(terms.secondMoment + 1e-9);
        expect(laplaceMoments(x, y).largest).toBeLessThanOrEqual(terms.largest + 1e-9);
      }
    }
  });

  /** Integrals over the blanket of two inputs' amplification variable, piecewise smooth between the kinks. */
  function laplaceMoments(x: number, y: number) {
    const kinks = [-30, -5, 0, Math.min(x, y), 0.5, Math.max(x, y), 1, 6, 31].sort((a, b) => a - b);
    const { nodes, weights } = gaussLegendre(40);
    const density = (at: number, centre: number) =>
      (localEpsilon / 2) * Math.exp(-localEpsilon * Math.abs(at - centre));
    const moments = { mass: 0, mean: 0, secondMoment: 0, largest: -Infinity };
    for (let i = 1; i < kinks.length; i++) {
      const half = (kinks[i]! - kinks[i - 1]!) / 2;
      nodes.forEach((node, j) => {
        const at = kinks[i - 1]! + half * (node + 1);
        const least = Math.min(density(at, 0), density(at, 1));
        const loss = (density(at, x) - growth * density(at, y)) / least;
        moments.mass += half * weights[j]! * least;
        moments.mean += half * weights[j]! * least * loss;
        moments.secondMoment += half * weights[j]! * least * loss * loss;
        moments.largest = Math.max(moments.largest, loss);
      });
    }
    // `loss` is L / gamma, and `least` gamma times the blanket's density.
    return {
      ...moments,
      secondMoment: moments.secondMoment * moments.mass,
      largest: moments.largest * moments.mass,
    };
  }
});

describe("against the exact sums over the same blankets", () => {
  test.each([
    [0.3, 500, 1e-4],
    [1, 10_000, 1e-6],
    [2.5, 20_000, 1e-5],
    [4, 100, 1e-3],
  ])("localEpsilon %f, %i users, delta %f", (localEpsilon, users, delta) => {
    const query = { localEpsilon, users, delta };
    const any = clones2023Epsilon(query).lower;
    const ten = blanketRandomizedResponseEpsilon({ ...query, categories: 10 }).lower;
    for (const inequality of ["hoeffding", "bennett"] as const) {
      expect(
        blanketEpsilon({ ...query, inequality, randomizer: named.generic! }).upper,
      ).toBeGreaterThanOrEqual(any);
      expect(blanketEpsilon({ ...query, inequality, randomizer: named.RR2! }).upper).toBeGreaterThanOrEqual(
        any,
      );
      expect(blanketEpsilon({ ...query, inequality, randomizer: named.RR10! }).upper).toBeGreaterThanOrEqual(
        ten,
      );
    }
  });
});

test("GDD21's conditions 8 and 9 fail for 1,000 of a million users at localEpsilon 3: nothing but localEpsilon holds", () => {
  const [localEpsilon, users, delta] = [3, 1000, 1e-8];
  expect(localEpsilon).toBeGreaterThan(Math.log(users / Math.log(1 / delta)) / 2);
  for (const inequality of ["hoeffding", "bennett"] as const) {
    expect(blanketEpsilon({ localEpsilon, users, delta, inequality, randomizer: named.generic! }).upper).toBe(
      3,
    );
  }
});

test.each([1e-12, 1e-6, 50, 100])("extreme: localEpsilon = %f", (localEpsilon) => {
  for (const users of [1, 2, 1e12]) {
    for (const randomizer of Object.values(named)) {
      for (const inequality of ["hoeffding", "bennett"] as const) {
        const { lower, upper } = blanketEpsilon({
          localEpsilon,
          users,
          delta: 1e-100,
          randomizer,
          inequality,
        });
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeGreaterThanOrEqual(lower);
        expect(upper).toBeLessThanOrEqual(localEpsilon);
      }
    }
  }
});

const good = {
  localEpsilon: 1,
  users: 10,
  delta: 0.1,
  randomizer: named.generic!,
  inequality: "bennett",
} as const;

test.each([
  [{ delta: 0 }, "OUT_OF_RANGE"],
  [{ users: 0 }, "OUT_OF_RANGE"],
  [{ randomizer: { kind: "randomizedResponse", categories: 1 } }, "OUT_OF_RANGE"],
  [{ randomizer: { kind: "other" } }, "BAD_INPUT"],
  [{ inequality: "markov" }, "BAD_INPUT"],
] as const)("refuses %j", (bad, code) => {
  expect(() => blanketEpsilon({ ...good, ...(bad as object) })).toThrow(expect.objectContaining({ code }));
});
