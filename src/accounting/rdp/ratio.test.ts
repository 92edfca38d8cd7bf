import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reverse from "../../../test/vectors/rdp/reverse.json" with { type: "json" };
import reference from "../../../test/vectors/reference/reference.json" with { type: "json" };
import { diluted } from "./diluted-ratio.js";
import { gaussianRatio } from "./gaussian-ratio.js";
import { meanOf } from "./mean-ratio.js";
import type { Ratio } from "./ratio.js";
import { reverseLogMoment } from "./reverse-log-moment.js";
import { thinned } from "./thinned-ratio.js";

type Parameters = Record<string, number>;

const RATIOS: Record<string, (p: Parameters) => Ratio> = {
  shuffle: (p) => meanOf(gaussianRatio(p.noiseMultiplier!), p.users!),
  subsampled: (p) => diluted(meanOf(gaussianRatio(p.noiseMultiplier!), p.sampled!), p.sampled! / p.users!),
  checkIn: (p) => meanOf(thinned(gaussianRatio(p.noiseMultiplier!), p.checkInRate!), p.users!),
  poisson: (p) => diluted(gaussianRatio(p.noiseMultiplier!), (p.samplingRate ?? p.rate)!),
};

const REFERENCE_KINDS: Record<string, string> = {
  shuffleGaussianRdp: "shuffle",
  "subsampledShuffleGaussianRdp.exactPair": "subsampled",
  "shuffledCheckInGaussianRdp.exactPair": "checkIn",
  poissonGaussianRdp: "poisson",
};

function relativeError(value: number, expected: number): number {
  return Math.abs(value / expected - 1);
}

/** LT22's own way: a sum over the partitions of the order into at most `users` parts. */
function momentByPartitions(users: number, noiseMultiplier: number, order: number): number {
  const factorial = (k: number): number => (k < 2 ? 1 : k * factorial(k - 1));
  const sum = (left: number, largest: number, parts: number[]): number => {
    if (left === 0) {
      let ways = factorial(order) / users ** order;
      for (const part of parts)
        ways *= Math.exp((part * (part - 1)) / (2 * noiseMultiplier ** 2)) / factorial(part);
      for (let i = 0; i < parts.length; i++) ways *= users - i;
      for (const part of new Set(parts)) ways /= factorial(parts.filter((each) => each === part).length);
      return ways;
    }
    if (parts.length === users) return 0;
    let total = 0;
    for (let part = Math.min(left, largest); part > 0; part--)
      total += sum(left - part, part, [...parts, part]);
    return total;
  };
  return sum(order, order, []);
}

/** log E[e^(-t X)] of the lognormal ratio, by ten times as many nodes as it takes, all of them. */
function logLaplaceByAllNodes(noiseMultiplier: number, t: number): number {
  const step = Math.min(0.125, noiseMultiplier / 4) / 10;
  const exponents: number[] = [];
  for (let z = -37; z < 12 + 1 / noiseMultiplier; z += step) {
    const value = Math.exp((z - 0.5 / noiseMultiplier) / noiseMultiplier);
    exponents.push(Math.log(step / Math.sqrt(2 * Math.PI)) - (z * z) / 2 - t * value);
  }
  const largest = Math.max(...exponents);
  return largest + Math.log(exponents.reduce((sum, each) => sum + Math.exp(each - largest), 0));
}

it.each([0.1, 0.25, 1, 6])("the Laplace transform at noise %d is a sum over all nodes", (noiseMultiplier) => {
  const { logLaplace } = gaussianRatio(noiseMultiplier);
  for (const t of [601, 1e4, 1e9, 1e15]) {
    const exact = logLaplaceByAllNodes(noiseMultiplier, t);
    const found = logLaplace(t) - t;
    expect(found).toBeGreaterThanOrEqual(exact - 1e-12 * t);
    if (exact > -600) expect(found - exact).toBeLessThan(1e-12 * t); // below, the left-out tail is bounded
  }
});

describe("log moments of likelihood ratios", () => {
  const cases = reference.cases.filter((each) => each.name in REFERENCE_KINDS);

  it.each(cases)("$name $params agrees with 60 digits to 1e-12", ({ name, params, value }) => {
    const p = params as unknown as Parameters;
    const ratio = RATIOS[REFERENCE_KINDS[name]!]!(p);
    const order = p.order!;
    expect(relativeError(ratio.logMoment(order) / (order - 1), Number(value))).toBeLessThan(1e-12);
    ratio.logMoment(100); // a longer table, perhaps by the other recurrence
    expect(relativeError(ratio.logMoment(order) / (order - 1), Number(value))).toBeLessThan(1e-12);
  });

  it.each(reverse.cases)("reverse moment of $kind $params agrees with quadrature to 1e-10", (each) => {
    const p = each.params as unknown as Parameters;
    const moment = reverseLogMoment(RATIOS[each.kind]!(p));
    expect(relativeError(moment(p.order!), Number(each.value))).toBeLessThan(1e-10);
  });

  it("equals the enumeration of partitions", () => {
    const settings = fc.record({
      users: fc.integer({ min: 1, max: 40 }),
      noiseMultiplier: fc.double({ min: 0.4, max: 5, noNaN: true }),
      order: fc.integer({ min: 2, max: 14 }),
    });
    fc.assert(
      fc.property(settings, ({ users, noiseMultiplier, order }) => {
        const fast = meanOf(gaussianRatio(noiseMultiplier), users).logMoment(order);
        expect(fast).toBeCloseTo(Math.log(momentByPartitions(users, noiseMultiplier, order)), 11);
      }),
    );
  });

  it("the mean of a means of b is the mean of a b, whichever recurrence computes it", () => {
    const maxOrder = 90;
    const direct = meanOf(gaussianRatio(1.7), 600);
    const nested = meanOf(meanOf(gaussianRatio(1.7), 8), 75);
    for (let k = 2; k <= maxOrder; k++) {
      expect(relativeError(nested.logMoment(k), direct.logMoment(k))).toBeLessThan(1e-11);
    }
  });

  it("keeps relative accuracy when almost nothing is lost", () => {
    const users = 1e12;
    const noiseMultiplier = 1e6;
    const expected = Math.expm1(1 / noiseMultiplier ** 2) / users;
    const moment = meanOf(gaussianRatio(noiseMultiplier), users).logMoment(2);
    expect(relativeError(moment, expected)).toBeLessThan(1e-12);
  });

  it("keeps relative accuracy where a large moment is rare", () => {
    const moment = thinned(gaussianRatio(1), 1e-25).logMoment(9); // e^36 of which one is left out
    expect(relativeError(moment, Math.log1p(1e-25 * Math.expm1(36)))).toBeLessThan(1e-14);
  });

  it("stays finite where moments overflow", () => {
    const moment = meanOf(gaussianRatio(0.01), 60_000).logMoment(300);
    const alone = 0.5 * 300 * 299 * 1e4;
    expect(moment).toBeGreaterThan(alone - 300 * Math.log(60_000));
    expect(moment).toBeLessThan(alone);
  });

  it("falls with the number of users in both directions (LT22 Conjecture 1, a theorem)", () => {
    let before = Infinity;
    let reverseBefore = Infinity;
    for (const users of [1, 2, 3, 5, 8, 40, 1000]) {
      const ratio = meanOf(gaussianRatio(0.8), users);
      const forward = ratio.logMoment(9);
      const backward = reverseLogMoment(ratio)(9);
      expect(forward).toBeLessThan(before);
      expect(backward).toBeLessThan(reverseBefore);
      expect(backward).toBeLessThanOrEqual(forward * (1 + 1e-9));
      before = forward;
      reverseBefore = backward;
    }
  });

  it("has the closed form of one report, both directions", () => {
    const rate = 0.2;
    const sigma = 1.3;
    const closed = (k: number): number =>
      Math.log(1 - rate + rate * Math.exp((k * (k - 1)) / (2 * sigma ** 2)));
    const ratio = thinned(gaussianRatio(sigma), rate);
    const backward = reverseLogMoment(ratio);
    for (let k = 2; k <= 9; k++) {
      expect(relativeError(ratio.logMoment(k), closed(k))).toBeLessThan(1e-13);
      expect(relativeError(backward(k), closed(k))).toBeLessThan(1e-10);
    }
  });

  it("answers as if nothing had been asked before, in both directions", { tags: ["slow"] }, () => {
    for (const users of [2, 3, 40, 200]) {
      const build = (): Ratio => meanOf(gaussianRatio(200), users);
      const [asked, reverseAsked] = [build(), reverseLogMoment(build())];
      for (const order of [4096, 1500, 700]) {
        asked.logMoment(order);
        reverseAsked(order);
      }
      for (const order of [2, 41, 42, 300, 600]) {
        expect(asked.logMoment(order)).toBe(build().logMoment(order));
        expect(reverseAsked(order)).toBe(reverseLogMoment(build())(order));
        expect(reverseAsked(order)).toBeLessThan(asked.logMoment(order) * (1 + 1e-9));
      }
    }
  });

  it.each([
    [1, 1, 100],
    [0.3, 1, 2],
    [0.3, 1, 3],
    [0.05, 1, 4],
    [0.8, 2, 400],
    [3, 2, 4000],
    [40, 2, 4000],
    [0.4, 5, 300],
    [60, 3, 4096],
  ])(
    "in reverse, ratios beyond any quadrature's reach count: noise %d, %i users, order %i",
    (noiseMultiplier, users, order) => {
      const ratio = meanOf(gaussianRatio(noiseMultiplier), users);
      const found = reverseLogMoment(ratio)(order);
      // log E[S^-r] >= r c / s - n c^2 / 2, by Jensen's inequality under copies that are c further below.
      const least = (order - 1) ** 2 / (2 * users * noiseMultiplier ** 2);
      expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-12));
      expect(found).toBeLessThan(ratio.logMoment(order) * 1.001);
    },
  );
});
