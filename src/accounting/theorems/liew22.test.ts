import { describe, expect, test } from "vitest";
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import { gaussLegendre } from "../../numerics/gauss-legendre.js";
import { logBinomialMass } from "../../numerics/log-binomial-mass.js";
import { convexProfile, logProfileMoment } from "./_internal/renyi-of-profile.js";
import { clonesGaussianEpsilon } from "./clones-gaussian.js";
import { gaussianDelta, gaussianEpsilon } from "./gaussian.js";
import { liew22BaselineEpsilon, type ShuffledEpsilon } from "./liew22-baseline.js";
import { liew22GenericCurve } from "./liew22-generic.js";

type Law = readonly number[];

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
const hockeyStick = (p: Law, q: Law, epsilon: number): number =>
  p.reduce((sum, mass, i) => sum + Math.max(0, mass - Math.exp(epsilon) * q[i]!), 0);

/** The law of the number of ones among randomized responses to `ones` ones and `zeros` zeros. */
function responseCount(ones: number, zeros: number, truth: number): Law {
  let law: number[] = [1];
  for (let i = 0; i < ones + zeros; i++) {
    const p = i < ones ? truth : 1 - truth;
    law = [...law, 0].map((mass, count) => mass * (1 - p) + (count > 0 ? law[count - 1]! * p : 0));
  }
  return law;
}

describe("baseline, against every data set of six users with randomized response", () => {
  const [users, rate, local] = [6, 0.6, 1.2];
  const truth = 1 / (1 + Math.exp(-local));

  /** The exact epsilon of k shuffled responses at delta: the callback's promise, as tight as can be. */
  const shuffledEpsilon: ShuffledEpsilon = ({ users: k, delta }) => {
    const pairs = Array.from(
      { length: k },
      (_, ones) =>
        [responseCount(ones + 1, k - 1 - ones, truth), responseCount(ones, k - ones, truth)] as const,
    );
    const worst = (epsilon: number) =>
      Math.max(...pairs.flatMap(([p, q]) => [hockeyStick(p, q, epsilon), hockeyStick(q, p, epsilon)]));
    let [low, high] = [0, local];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (worst(middle) <= delta) high = middle;
      else low = middle;
    }
    return high;
  };

  /** What the server sees of a round: how many joined, and how many ones they sent. */
  function round(data: readonly number[]): Law {
    const laws: number[][] = Array.from({ length: users + 1 }, (_, k) => new Array<number>(k + 1).fill(0));
    for (let joined = 0; joined < 2 ** users; joined++) {
      const present = data.filter((_, i) => (joined >> i) & 1);
      const chance = rate ** present.length * (1 - rate) ** (users - present.length);
      const ones = present.filter((bit) => bit === 1).length;
      responseCount(ones, present.length - ones, truth).forEach((mass, count) => {
        laws[present.length]![count]! += chance * mass;
      });
    }
    return laws.flat();
  }
  const twice = (law: Law): Law => law.flatMap((a) => law.map((b) => a * b));

  test.each([
    [1, 0.05],
    [1, 0.4],
    [2, 0.1],
  ])("%i rounds at delta %f", (rounds, delta) => {
    const epsilon = liew22BaselineEpsilon({ users, checkInRate: rate, rounds, delta, shuffledEpsilon });
    for (let ones = 0; ones < users; ones++) {
      const others = Array.from({ length: users - 1 }, (_, i) => (i < ones ? 1 : 0));
      const [p, q] = [round([1, ...others]), round([0, ...others])].map((law) =>
        rounds === 2 ? twice(law) : law,
      );
      expect(hockeyStick(p!, q!, epsilon)).toBeLessThanOrEqual(delta);
      expect(hockeyStick(q!, p!, epsilon)).toBeLessThanOrEqual(delta);
    }
  });

  test("uses the counts and the rate that its delta pays for", () => {
    const asked: { users: number; delta: number }[] = [];
    const flat: ShuffledEpsilon = (options) => {
      asked.push(options);
      return 0.7;
    };
    const [n, gamma, delta] = [2000, 0.15, 1e-4];
    const epsilon = liew22BaselineEpsilon({
      users: n,
      checkInRate: gamma,
      rounds: 1,
      delta,
      shuffledEpsilon: flat,
    });
    const most = (Math.expm1(epsilon) / Math.expm1(0.7)) * n;
    expect(most).toBeCloseTo(Math.round(most), 6);
    const fewest = asked[0]!.users;
    let outside = 0;
    for (let k = 0; k <= n; k++) {
      const mass = Math.exp(logBinomialMass(k, n, { probability: gamma, complement: 1 - gamma }));
      if (k < fewest || k > Math.round(most)) outside += mass;
    }
    expect(outside).toBeGreaterThan(0);
    expect((most / n) * asked[0]!.delta + outside).toBeLessThanOrEqual(delta);
  });

  test("given k reports the check-in rate is not the target's chance to be among them", () => {
    // All six joined, so that the target is there for certain.
    const all = (data: readonly number[]): Law =>
      round(data)
        .slice(-7)
        .map((mass) => mass / rate ** users);
    const [p, q] = [all([1, 0, 0, 0, 0, 0]), all([0, 0, 0, 0, 0, 0])];
    const delta = 1e-6;
    const claimed = Math.log1p(rate * Math.expm1(shuffledEpsilon({ users, delta })));
    expect(hockeyStick(p, q, claimed)).toBeGreaterThan(1000 * rate * delta);
  });
});

describe("generic bound", () => {
  const noiseOnly =
    (noiseMultiplier: number): ShuffledEpsilon =>
    ({ delta }) =>
      gaussianEpsilon({ delta, noiseMultiplier });

  test.each([
    [0.8, 1.5],
    [2, 2],
    [2, 7.5],
    [6, 40],
  ])(
    "the integral over the profile of a Gaussian is its moment: sigma %f, order %f",
    (noiseMultiplier, order) => {
      const end = (1 / (2 * noiseMultiplier) + 37) / noiseMultiplier;
      const points = Array.from({ length: 1500 }, (_, i) => {
        const epsilon = (i * end) / 1499;
        return { excess: Math.expm1(epsilon), delta: gaussianDelta({ epsilon, noiseMultiplier }) };
      });
      const integral = Math.exp(logProfileMoment(order, convexProfile(points)));
      const moment = Math.expm1((order * (order - 1)) / (2 * noiseMultiplier ** 2));
      expect(integral).toBeGreaterThan(moment * (1 - 1e-9));
      expect(integral).toBeLessThan(moment * 1.003);
    },
  );

  test.each([1.3, 2, 2.5, 11])("the integral over hinges and a constant is exact: order %f", (order) => {
    const points = [
      { excess: 0, delta: 0.5 },
      { excess: 0.2, delta: 0.3 },
      { excess: 0.5, delta: 0.25 }, // above the hull
      { excess: 0.9, delta: 0.1 },
      { excess: 2.5, delta: 0.02 },
    ];
    const { nodes, weights } = gaussLegendre(40);
    const hull = points.filter(({ delta }) => delta !== 0.25);
    let expected = 0;
    for (const [i, from] of hull.slice(0, -1).entries()) {
      const to = hull[i + 1]!;
      const half = (to.excess - from.excess) / 2;
      nodes.forEach((node, j) => {
        const w = 1 + from.excess + half * (1 + node);
        const delta = from.delta + ((to.delta - from.delta) * (1 + node)) / 2;
        expected += half * weights[j]! * (w ** (order - 2) + w ** (-order - 1)) * delta;
      });
    }
    const moment = Math.exp(logProfileMoment(order, convexProfile(points.toReversed())));
    expect(moment / (order * (order - 1) * expected)).toBeCloseTo(1, 12);
  });

  test("keeps apart deltas whose slopes leave the doubles", () => {
    const points = [0, 200, 400, 600].map((epsilon) => ({
      excess: Math.expm1(epsilon),
      delta: 10 ** (-0.48 * epsilon),
    }));
    // The last chord, from delta at 400 to next to nothing at 600, is a hinge of that slope: times w^3 there.
    const expected = Math.log(points[2]!.delta) - 600 + 3 * 600;
    expect(logProfileMoment(3, convexProfile(points))).toBeCloseTo(expected, 9);
  });

  test("asks for the shuffle's bound no more than it says", () => {
    let asked = 0;
    const shuffledEpsilon: ShuffledEpsilon = ({ delta }) => {
      asked += 1;
      return delta > 1e-9 ? 0 : 0.01;
    };
    const curve = liew22GenericCurve({ users: 1000, checkInRate: 0.2, noiseMultiplier: 2, shuffledEpsilon });
    for (const order of [2, 3, 9]) curve.at(order);
    expect(asked).toBe(17);
  });

  /**
   * Users so far apart that shuffling hides nothing: sum over k of P(k) E[(1 - k/n + (k/n) r)^order], by
   * quadrature.
   */
  function distinctUsersRdp(users: number, rate: number, sigma: number, order: number): number {
    const { nodes, weights } = gaussLegendre(160);
    const [from, to] = [-12 * sigma, order + 12 * sigma];
    let moment = (1 - rate) ** users;
    for (let k = 1; k <= users; k++) {
      const present = k / users;
      const expectation = nodes.reduce((sum, node, i) => {
        const x = (from + to + (to - from) * node) / 2;
        const density = Math.exp(-(x * x) / (2 * sigma * sigma)) / (sigma * Math.sqrt(2 * Math.PI));
        const ratio = 1 - present + present * Math.exp((2 * x - 1) / (2 * sigma * sigma));
        return sum + ((to - from) / 2) * weights[i]! * density * ratio ** order;
      }, 0);
      moment += choose(users, k) * rate ** k * (1 - rate) ** (users - k) * expectation;
    }
    return Math.log(moment) / (order - 1);
  }

  test.each([
    [20, 0.3, 1],
    [12, 0.8, 2],
    [40, 0.1, 3],
  ])(
    "bounds users whom shuffling cannot hide: n = %i, rate %f, sigma %f",
    (users, checkInRate, noiseMultiplier) => {
      const curve = liew22GenericCurve({
        users,
        checkInRate,
        noiseMultiplier,
        shuffledEpsilon: noiseOnly(noiseMultiplier),
      });
      for (const order of [1.5, 2, 3.7, 8]) {
        expect(curve.at(order)).toBeGreaterThanOrEqual(
          distinctUsersRdp(users, checkInRate, noiseMultiplier, order),
        );
        expect(curve.at(order)).toBeLessThanOrEqual((order / (2 * noiseMultiplier ** 2)) * (1 + 1e-12));
      }
    },
  );

  test("at rate 1 it is the sampling-free noise", () => {
    const curve = liew22GenericCurve({
      users: 1000,
      checkInRate: 1,
      noiseMultiplier: 2,
      shuffledEpsilon: noiseOnly(2),
    });
    expect(curve.at(5)).toBeCloseTo(5 / 8, 9);
  });

  test("bounds the moment beyond the profile's last point, where little noise puts all of it", () => {
    const [users, checkInRate, noiseMultiplier, order] = [1_000_000, 0.1, 0.03, 3];
    const curve = liew22GenericCurve({
      users,
      checkInRate,
      noiseMultiplier,
      shuffledEpsilon: noiseOnly(noiseMultiplier),
    });
    // Distinct users: E[(1 - k/n + (k/n) r)^3] >= E[(k/n)^3] E[r^3] >= rate^3 E[r^3].
    const logMoment = order * Math.log(checkInRate) + (order * (order - 1)) / (2 * noiseMultiplier ** 2);
    expect(curve.at(order)).toBeGreaterThanOrEqual(logMoment / (order - 1));
    expect(curve.at(order)).toBeLessThan(order / (2 * noiseMultiplier ** 2) - 1);
  });

  test("with clones it lies above the exact pair and far below the noise alone", () => {
    const exact = reference.cases.filter(({ name }) => name === "shuffledCheckInGaussianRdp.exactPair");
    for (const { params, value } of exact) {
      const { users, checkInRate, noiseMultiplier, order } = params as unknown as Record<string, number>;
      const shuffledEpsilon: ShuffledEpsilon = ({ users: k, delta }) =>
        clonesGaussianEpsilon({ noiseMultiplier: noiseMultiplier!, users: k, delta }).upper;
      const curve = liew22GenericCurve({
        users: users!,
        checkInRate: checkInRate!,
        noiseMultiplier: noiseMultiplier!,
        shuffledEpsilon,
      });
      expect(curve.at(order!)).toBeGreaterThan(Number(value));
    }
  });

  test("rises in the order", () => {
    const curve = liew22GenericCurve({
      users: 300,
      checkInRate: 0.2,
      noiseMultiplier: 3,
      shuffledEpsilon: noiseOnly(3),
    });
    const values = [1.1, 1.5, 2, 2.5, 4, 9, 30, 100, 1e4].map(curve.at);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });
});

describe("edges", () => {
  const shuffledEpsilon: ShuffledEpsilon = ({ delta }) => gaussianEpsilon({ delta, noiseMultiplier: 2 });
  const checkIn = { users: 100, checkInRate: 0.1, shuffledEpsilon };

  test("a bound that holds nowhere is passed on as Infinity, or replaced by the noise's own", () => {
    const nothing = { ...checkIn, shuffledEpsilon: () => Infinity };
    expect(liew22BaselineEpsilon({ ...nothing, rounds: 3, delta: 1e-6 })).toBe(Infinity);
    expect(liew22GenericCurve({ ...nothing, noiseMultiplier: 2 }).at(3)).toBeLessThanOrEqual(
      0.375 * (1 + 1e-12),
    );
  });

  test.each([
    [0.01, 5],
    [1e6, 5],
    [3, 1e6],
  ])("noise multiplier %f and order %f stay finite", (noiseMultiplier, order) => {
    const value = liew22GenericCurve({
      ...checkIn,
      noiseMultiplier,
      shuffledEpsilon: ({ delta }) => gaussianEpsilon({ delta, noiseMultiplier }),
    }).at(order);
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThanOrEqual((order / (2 * noiseMultiplier ** 2)) * (1 + 1e-12));
  });

  test.each([{ users: 0 }, { checkInRate: 0 }, { rounds: 0 }, { delta: 1 }])(
    "baseline refuses %s",
    (wrong) => {
      expect(() => liew22BaselineEpsilon({ ...checkIn, rounds: 2, delta: 1e-5, ...wrong })).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
    },
  );

  test.each([{ users: 1.5 }, { checkInRate: 1.1 }, { noiseMultiplier: 0 }])(
    "generic bound refuses %s",
    (wrong) => {
      expect(() => liew22GenericCurve({ ...checkIn, noiseMultiplier: 1, ...wrong })).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
      expect(() => liew22GenericCurve({ ...checkIn, noiseMultiplier: 1 }).at(1)).toThrow(
        expect.objectContaining({ code: "OUT_OF_RANGE" }),
      );
    },
  );
});
