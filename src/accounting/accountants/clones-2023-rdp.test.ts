import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DpError } from "../../errors.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { clones2023Rdp } from "./clones-2023-rdp.js";
import { gdd21Upper } from "./gdd21-upper.js";
import { accountants } from "./registry.js";
import { unshuffled } from "./unshuffled.js";

const query = (delta: number) => ({ adjacency: "replace-one", delta }) as const;
const local = (epsilon: number): MechanismEvent => ({ kind: "local", epsilon });
const shuffle = (users: number, epsilon: number): MechanismEvent => ({
  kind: "shuffle",
  users,
  of: local(epsilon),
});
const subsampled = (users: number, sampled: number, epsilon: number): MechanismEvent => ({
  kind: "subsampledShuffle",
  users,
  sampled,
  of: local(epsilon),
});
const curveOf = (event: MechanismEvent) => clones2023Rdp.renyiCurve!(event, "replace-one");

/** The laws of the clones pair of few users, by enumeration. */
function clonesLaws(users: number, epsilon: number): { p: number; q: number }[] {
  const truth = Math.exp(epsilon) / (Math.exp(epsilon) + 1);
  const laws = new Map<string, { p: number; q: number }>();
  const clone = 2 * (1 - truth);
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
  for (let clones = 0; clones < users; clones++) {
    const mass = choose(users - 1, clones) * clone ** clones * (1 - clone) ** (users - 1 - clones);
    for (let zeros = 0; zeros <= clones; zeros++) {
      for (const own of [0, 1]) {
        const key = `${zeros + own} ${clones + 1 - zeros - own}`;
        const found = laws.get(key) ?? { p: 0, q: 0 };
        const weight = mass * choose(clones, zeros) * 2 ** -clones;
        found.p += weight * (own === 1 ? truth : 1 - truth);
        found.q += weight * (own === 1 ? 1 - truth : truth);
        laws.set(key, found);
      }
    }
  }
  return [...laws.values()];
}

describe("clones 2023 by Renyi divergences", () => {
  it.each([1.25, 2, 3.5, 9, 600, 700, 1100])(
    "bound every sampled mixture of the pair's laws, order %f",
    (order) => {
      const [users, sampled, epsilon] = [12, 4, 1.3];
      const rate = sampled / users;
      const bound = curveOf(subsampled(users, sampled, epsilon)).at(order);
      const laws = clonesLaws(sampled, epsilon);
      const divergence = (p: (x: { p: number; q: number }) => number, q: typeof p): number =>
        Math.log(laws.reduce((sum, x) => sum + q(x) * (p(x) / q(x)) ** order, 0)) / (order - 1);
      const mixed = (x: { p: number; q: number }): number => rate * x.p + (1 - rate) * x.q;
      const base = (x: { p: number; q: number }): number => x.q;
      const largest = Math.max(divergence(mixed, base), divergence(base, mixed));
      expect(bound).toBeGreaterThanOrEqual(largest * (1 - 1e-9));
      expect(bound).toBeLessThan(2.5 * largest);
    },
  );

  it.each([
    [shuffle(10_000, 2), 5, 1e-6],
    [shuffle(300, 1), 40, 1e-4],
    [subsampled(60_000, 2000, 2), 6000, 1e-5],
    [subsampled(1000, 50, 0.5), 100, 1e-9],
  ])(
    "lie between the same pair's privacy losses and looser bounds: %o, %i times",
    { tags: ["slow"] },
    (of, times, delta) => {
      const event: MechanismEvent = { kind: "repeat", times, of };
      const epsilonOf = (method: string): number =>
        accountants.find((each) => each.method === method)!.epsilonAtDelta(event, query(delta)).epsilon.upper;
      const found = epsilonOf("clones-2023-rdp");
      expect(found).toBeGreaterThanOrEqual(epsilonOf("clones-2023-pld"));
      for (const looser of [gdd21Upper, unshuffled]) {
        expect(found).toBeLessThanOrEqual(looser.epsilonAtDelta(event, query(delta)).epsilon.upper);
      }
    },
  );

  it("give a delta that rises with the rounds, where few of many users are drawn", () => {
    const round = subsampled(69_503, 32, 0.40895);
    const deltaOf = (times: number): number =>
      clones2023Rdp.deltaAtEpsilon(
        { kind: "repeat", times, of: round },
        { adjacency: "replace-one", epsilon: 0.0667 },
      ).delta.upper;
    expect(deltaOf(5000)).toBeLessThan(1e-130);
    for (const times of [300, 528, 600, 1056, 5000]) {
      expect(deltaOf(times)).toBeLessThanOrEqual(deltaOf(2 * times));
    }
  });

  it("one user among themselves is binary randomized response", () => {
    const alone = unshuffled.renyiCurve!(local(1.7), "replace-one");
    for (const order of [1.5, 2, 30]) {
      expect(curveOf(shuffle(1, 1.7)).at(order)).toBeCloseTo(alone.at(order), 9);
    }
  });

  it.each([
    [0, 100],
    [1e-6, 1e12],
    [50, 1e12],
    [100, 10],
  ])("answers at localEpsilon = %f for %f users", (epsilon, users) => {
    const { upper } = clones2023Rdp.epsilonAtDelta(shuffle(users, epsilon), query(1e-100)).epsilon;
    expect(upper).toBeGreaterThanOrEqual(0);
    expect(upper).toBeLessThanOrEqual(epsilon * (1 + 1e-8) + 1e-9);
  });

  it("refuse what is not proven", () => {
    const checkIn: MechanismEvent = { kind: "checkInShuffle", users: 100, checkInRate: 0.1, of: local(1) };
    const gaussian: MechanismEvent = {
      kind: "shuffle",
      users: 9,
      of: { kind: "gaussian", noiseMultiplier: 1 },
    };
    const approximate: MechanismEvent = {
      kind: "shuffle",
      users: 9,
      of: { kind: "local", epsilon: 1, delta: 1e-9 },
    };
    for (const event of [checkIn, gaussian, approximate, local(1)]) {
      expect(() => clones2023Rdp.epsilonAtDelta(event, query(1e-5))).toThrow(DpError);
    }
    expect(() =>
      clones2023Rdp.epsilonAtDelta(shuffle(9, 1), { adjacency: "add-or-remove", delta: 1e-5 }),
    ).toThrow(/public/);
  });
});

describe.each([clones2023Rdp, gdd21Upper])("$method of few users", (accountant) => {
  const epsilonAt = (users: number, epsilon: number, delta: number): number =>
    accountant.epsilonAtDelta(shuffle(users, epsilon), query(delta)).epsilon.upper;
  const found = [
    [6, 0.17100594723404614, 3.3e-6, 1e-5],
    [20, 0.011116203326687456, 1e-13, 2.004786933348214e-13],
    [13, 0.01673701268313978, 6e-10, 6.232436673819196e-10],
  ] as const;

  it.each(found)("does not fall with a smaller delta: %i users at %f", (users, epsilon, small, large) => {
    const atSmall = epsilonAt(users, epsilon, small);
    expect(epsilonAt(users, epsilon, large)).toBeLessThanOrEqual(atSmall * (1 + 1e-6));
  });

  it("never passes the reports' own epsilon", { tags: ["slow"] }, () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.double({ min: -6, max: 1.5, noNaN: true }),
        fc.double({ min: -40, max: -1, noNaN: true }),
        (users, logEpsilon, logDelta) => {
          const epsilon = Math.exp(logEpsilon);
          expect(epsilonAt(users, epsilon, Math.exp(logDelta))).toBeLessThanOrEqual(epsilon * (1 + 1e-8));
        },
      ),
      { numRuns: 80 },
    );
  });

  it.each(found)("is inverted by its delta: %i users at %f", (users, localEpsilon, _, delta) => {
    const event = shuffle(users, localEpsilon);
    const { epsilon } = accountant.epsilonAtDelta(event, query(delta));
    const inverse = accountant.deltaAtEpsilon(event, { adjacency: "replace-one", epsilon: epsilon.upper });
    expect(inverse.delta.upper).toBeLessThanOrEqual(delta * (1 + 1e-6));
  });
});
