import { describe, expect, test } from "vitest";
import { clones2023Delta } from "./clones-2023.js";
import { clonesApproximateDelta } from "./clones-approximate-delta.js";

/** The hockey-stick divergence of the pair with clones of probability `clone`, outcome by outcome. */
function pairDelta(localEpsilon: number, users: number, clone: number, epsilon: number): number {
  const [E, e] = [Math.exp(localEpsilon), Math.exp(epsilon)];
  let sum = 0;
  let mass = (1 - clone) ** (users - 1);
  for (let c = 0; c < users; c++) {
    let coins = 0.5 ** c;
    const at: number[] = [];
    for (let a = 0; a <= c; a++) {
      at.push(coins);
      coins *= (c - a) / (a + 1);
    }
    for (let zeros = 0; zeros <= c + 1; zeros++) {
      const [own, other] = [at[zeros - 1] ?? 0, at[zeros] ?? 0];
      sum += (mass * Math.max(0, E * own + other - e * (own + E * other))) / (E + 1);
    }
    mass *= ((users - 1 - c) / (c + 1)) * (clone / (1 - clone));
  }
  return sum;
}

interface Bound {
  readonly charge: number;
  readonly delta: number;
}

/** Both bounds of docs/theorems/clones-approximate.md: the others' failures apart, and coupled. */
function bounds(localEpsilon: number, localDelta: number, users: number, epsilon: number): [Bound, Bound] {
  const [E, e] = [Math.exp(localEpsilon), Math.exp(epsilon)];
  const bound = (charge: number, share: number): Bound => {
    const delta = share * pairDelta(localEpsilon, users, (2 * share) / (E + 1), epsilon);
    return { charge, delta: charge + delta };
  };
  const own = ownDelta(localEpsilon, localDelta, epsilon);
  const coupling = ((2 * (users - 1) * localDelta) / E) * (e - 1 + 2 * own);
  return [bound(users * localDelta, 1 - users * localDelta), bound(localDelta + coupling, 1 - localDelta)];
}

function ownDelta(localEpsilon: number, localDelta: number, epsilon: number): number {
  const [E, e] = [Math.exp(localEpsilon), Math.exp(epsilon)];
  return localDelta + (1 - localDelta) * Math.max(0, (E - e) / (E + 1));
}

describe("the bound that charges less, summed by itself", () => {
  test.each([
    [3, 1e-3, 200, 0.5],
    [4, 1e-3, 40, 0.3],
    [6, 1e-4, 60, 1],
    [3, 0.05, 30, 0.2],
    [0.5, 1e-3, 40, 0.1],
    [2, 1e-6, 25, 1.9],
    [8, 0.01, 3, 2],
    [5, 0.02, 1, 1],
  ])("localEpsilon %f, localDelta %f, %i users, epsilon %f", (localEpsilon, localDelta, users, epsilon) => {
    const { lower, upper } = clonesApproximateDelta({ localEpsilon, localDelta, users, epsilon });
    const [apart, coupled] = bounds(localEpsilon, localDelta, users, epsilon);
    const { delta } = coupled.charge <= apart.charge ? coupled : apart;
    const least = Math.min(ownDelta(localEpsilon, localDelta, epsilon), delta);
    expect(upper).toBeGreaterThanOrEqual(least * (1 - 1e-13));
    expect(upper / least - 1).toBeLessThan(1e-9);
    expect(lower).toBeLessThanOrEqual(least * (1 + 1e-13));
    expect(lower / least - 1).toBeGreaterThan(-1e-9);
  });

  test("either one does somewhere", () => {
    const [apart, coupled] = bounds(3, 1e-3, 200, 0.5);
    expect(coupled.delta).toBeLessThan(0.5 * apart.delta);
    const [apartLate, coupledLate] = bounds(2, 1e-3, 25, 1.9);
    expect(apartLate.delta).toBeLessThan(0.8 * coupledLate.delta);
  });
});

test("a failure of probability 0 is pure local privacy", () => {
  const query = { localEpsilon: 1.5, users: 3000, epsilon: 0.1 };
  const pure = clones2023Delta(query).upper;
  expect(clonesApproximateDelta({ ...query, localDelta: 0 }).upper / pure).toBeCloseTo(1, 11);
});

test("one user's report by itself, and nothing but failures beyond localEpsilon", () => {
  const query = { localEpsilon: 1, localDelta: 0.01, epsilon: 1.2 };
  expect(clonesApproximateDelta({ ...query, users: 1 }).upper).toBeCloseTo(0.01, 12);
  expect(clonesApproximateDelta({ ...query, users: 1e9 }).upper).toBeCloseTo(0.01, 12);
});

test.each([
  { localEpsilon: -1 },
  { localDelta: 1 },
  { localDelta: Number.NaN },
  { users: 0 },
  { epsilon: -0.1 },
])("refuses %s", (wrong) => {
  const query = { localEpsilon: 1, localDelta: 1e-6, users: 10, epsilon: 0.5 };
  expect(() => clonesApproximateDelta({ ...query, ...wrong })).toThrow(
    expect.objectContaining({ code: "OUT_OF_RANGE" }),
  );
});
