/**
 * No local randomizer and no data beat the amplification theorems: every shuffled output law of a few users,
 * enumerated.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blanketRandomizedResponseEpsilon } from "../../src/accounting/theorems/blanket-randomized-response.js";
import { clones2023Delta } from "../../src/accounting/theorems/clones-2023.js";
import { clones2023RdpCurve } from "../../src/accounting/theorems/clones-2023-rdp.js";
import { clonesApproximateEpsilon } from "../../src/accounting/theorems/clones-approximate.js";
import { clonesApproximateDelta } from "../../src/accounting/theorems/clones-approximate-delta.js";
import { gdd21LowerRdp } from "../../src/accounting/theorems/gdd21-lower.js";
import { gdd21UpperRdp } from "../../src/accounting/theorems/gdd21-upper.js";
import { histogramLaw, hockeyStick, type Law, localEpsilonOf, randomizers } from "./shuffled-law.js";

/** Laws of the changed user's two inputs, and of the others' inputs. */
const shuffles = fc.integer({ min: 1, max: 4 }).chain((users) => randomizers(users + 1));
const shares = fc.double({ min: 0, max: 1, noNaN: true });
/** An epsilon of the domain: below it, and above 0, none is taken. */
const orZero = (epsilon: number): number => (epsilon < 1e-12 ? 0 : epsilon);
const ROOM = 1 + 1e-9;

function neighbours([before, after, ...others]: readonly Law[]) {
  return {
    p: histogramLaw([before!, ...others]),
    q: histogramLaw([after!, ...others]),
    users: others.length + 1,
  };
}

function renyi(p: ReadonlyMap<string, number>, q: ReadonlyMap<string, number>, order: number): number {
  let sum = 0;
  for (const [key, mass] of p) if (mass > 0) sum += mass ** order * q.get(key)! ** (1 - order);
  return Math.log(sum) / (order - 1);
}

describe("the clones of 2023", () => {
  test("bound every delta", () => {
    fc.assert(
      fc.property(shuffles, shares, (laws, share) => {
        const localEpsilon = Math.max(1e-12, localEpsilonOf(laws) * ROOM);
        const { p, q, users } = neighbours(laws);
        const epsilon = orZero(share * localEpsilon);
        const delta = hockeyStick(p, q, epsilon);
        expect(delta).toBeLessThanOrEqual(clones2023Delta({ localEpsilon, users, epsilon }).upper + 1e-12);
      }),
      { numRuns: 300 },
    );
  });

  test("are themselves an output: one true answer among fair coins that are told apart from sure truths", () => {
    const [localEpsilon, users, epsilon] = [1.3, 3, 0.4];
    const truth = 1 / (1 + Math.exp(-localEpsilon));
    const coin = 2 - 2 * truth;
    const answers = (zero: number): Law => [zero, 1 - zero, 0];
    const other: Law = [coin / 2, coin / 2, 1 - coin];
    const p = histogramLaw([answers(truth), other, other]);
    const q = histogramLaw([answers(1 - truth), other, other]);
    const { lower, upper } = clones2023Delta({ localEpsilon, users, epsilon });
    expect(hockeyStick(p, q, epsilon)).toBeGreaterThanOrEqual(lower);
    expect(hockeyStick(p, q, epsilon)).toBeLessThanOrEqual(upper);
  });

  test("bound every Renyi divergence, and so does GDD21 Theorem 1", () => {
    fc.assert(
      fc.property(shuffles, fc.integer({ min: 2, max: 12 }), (laws, order) => {
        const localEpsilon = Math.max(1e-12, localEpsilonOf(laws) * ROOM);
        const { p, q, users } = neighbours(laws);
        const most = clones2023RdpCurve({ localEpsilon, users }).at(order);
        expect(renyi(p, q, order)).toBeLessThanOrEqual(most + 1e-12);
        expect(most).toBeLessThanOrEqual(
          gdd21UpperRdp({ localEpsilon, users, sampled: users, order }) + 1e-12,
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("reports that may fail", () => {
  test("clonesApproximateEpsilon bounds every (localEpsilon, localDelta) randomizer", () => {
    fc.assert(
      fc.property(shuffles, shares, fc.double({ min: 1e-3, max: 0.5, noNaN: true }), (laws, share, room) => {
        const localEpsilon = orZero(localEpsilonOf(laws) * share);
        const asLaw = (law: Law) => new Map(law.map((mass, letter) => [String(letter), mass]));
        const failures = laws.flatMap((a) => laws.map((b) => hockeyStick(asLaw(a), asLaw(b), localEpsilon)));
        const localDelta = Math.max(...failures);
        const { p, q, users } = neighbours(laws);
        const delta = users * localDelta + room * (1 - users * localDelta);
        if (!(delta > users * localDelta && delta < 1)) return;
        const { upper } = clonesApproximateEpsilon({ localEpsilon, localDelta, users, delta });
        expect(hockeyStick(p, q, upper)).toBeLessThanOrEqual(delta + 1e-12);
      }),
      { numRuns: 300 },
    );
  });

  test("clonesApproximateDelta bounds every (localEpsilon, localDelta) randomizer", () => {
    const stretch = fc.double({ min: 0, max: 1.2, noNaN: true });
    fc.assert(
      fc.property(shuffles, shares, stretch, (laws, share, at) => {
        const localEpsilon = orZero(localEpsilonOf(laws) * share);
        const asLaw = (law: Law) => new Map(law.map((mass, letter) => [String(letter), mass]));
        const failures = laws.flatMap((a) => laws.map((b) => hockeyStick(asLaw(a), asLaw(b), localEpsilon)));
        const localDelta = Math.max(...failures);
        const { p, q, users } = neighbours(laws);
        const epsilon = orZero(at * localEpsilon);
        const { upper } = clonesApproximateDelta({ localEpsilon, localDelta, users, epsilon });
        expect(hockeyStick(p, q, epsilon)).toBeLessThanOrEqual(upper + 1e-12);
      }),
      { numRuns: 500 },
    );
  });
});

/** k-ary randomized response on the inputs given. */
function responses(inputs: readonly number[], localEpsilon: number, categories: number): Law[] {
  const lie = 1 / (Math.exp(localEpsilon) + categories - 1);
  return inputs.map((input) =>
    Array.from({ length: categories }, (_, j) => (j === input ? lie * Math.exp(localEpsilon) : lie)),
  );
}

describe("k-ary randomized response", () => {
  test("no data beat its blanket", () => {
    const inputs = fc.integer({ min: 3, max: 4 }).chain((categories) =>
      fc.record({
        categories: fc.constant(categories),
        others: fc.array(fc.integer({ min: 0, max: categories - 1 }), { maxLength: 4 }),
      }),
    );
    fc.assert(
      fc.property(
        inputs,
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        shares,
        ({ categories, others }, localEpsilon, share) => {
          const { p, q, users } = neighbours(responses([0, 1, ...others], localEpsilon, categories));
          const delta = hockeyStick(p, q, share * localEpsilon);
          if (!(delta > 1e-9)) return;
          const { upper } = blanketRandomizedResponseEpsilon({ localEpsilon, categories, users, delta });
          expect(hockeyStick(p, q, upper)).toBeLessThanOrEqual(delta * (1 + 1e-9));
        },
      ),
      { numRuns: 150 },
    );
  });

  test("a pair that forgets how many uniform answers there are is no bound (as published for general clones)", () => {
    const [localEpsilon, epsilon] = [1, Math.log(2)];
    const lie = 1 / (Math.E + 2);
    const truth = Math.E * lie;
    const { p, q } = neighbours(responses([0, 1, 2], localEpsilon, 3));
    const forgetful = {
      p: histogramLaw([
        [truth, lie, lie],
        [lie, lie, 1 - 2 * lie],
      ]),
      q: histogramLaw([
        [lie, truth, lie],
        [lie, lie, 1 - 2 * lie],
      ]),
    };
    const worst = Math.max(hockeyStick(p, q, epsilon), trueDeltaWithOther(0), trueDeltaWithOther(1));
    expect(worst).toBeCloseTo(0.08770445, 8);
    expect(hockeyStick(forgetful.p, forgetful.q, epsilon)).toBeCloseTo(0.07504988, 8);

    function trueDeltaWithOther(other: number): number {
      const pair = neighbours(responses([0, 1, other], localEpsilon, 3));
      return hockeyStick(pair.p, pair.q, epsilon);
    }
  });
});

test("GDD21 Theorem 2 is the divergence of subsampled binary randomized response on its two data sets", () => {
  const [localEpsilon, users, sampled, order] = [1.7, 5, 3, 4];
  const [zero, one] = responses([0, 1], localEpsilon, 2) as [Law, Law];
  const unchanged = histogramLaw([zero, zero, zero]);
  const changed = histogramLaw([one, zero, zero]);
  const rate = sampled / users;
  const mixed = new Map(
    [...unchanged].map(([key, mass]) => [key, (1 - rate) * mass + rate * changed.get(key)!]),
  );
  const rdp = gdd21LowerRdp({ localEpsilon, users, sampled, order });
  expect(rdp / renyi(mixed, unchanged, order)).toBeCloseTo(1, 9);
  expect(rdp).toBeLessThanOrEqual(renyi(mixed, unchanged, order));
  expect(gdd21UpperRdp({ localEpsilon, users, sampled, order })).toBeGreaterThan(rdp);
});
