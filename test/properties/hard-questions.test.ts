/** Questions that once crashed or hung; found by random events. */
import { describe, expect, test } from "vitest";
import { evaluateAccountants } from "../../src/accounting/_internal/evaluate-accountants.js";
import { accountants } from "../../src/accounting/accountants/registry.js";
import {
  budgetGuarantee,
  calibrate,
  deltas,
  guarantees,
  openLedger,
  renyiDivergences,
  theorems,
} from "../../src/accounting/index.js";
import { DpError } from "../../src/errors.js";
import { type MechanismEvent, readEvent } from "../../src/privacy/index.js";
import { shortAndLong } from "../short-and-long.js";

const gaussian = (noiseMultiplier: number): MechanismEvent => ({ kind: "gaussian", noiseMultiplier });
const local = (epsilon: number, delta = 0): MechanismEvent => ({ kind: "local", epsilon, delta });
const shuffle = (users: number, of: MechanismEvent): MechanismEvent => ({ kind: "shuffle", users, of });
const checkIn = (users: number, checkInRate: number, of: MechanismEvent): MechanismEvent => ({
  kind: "checkInShuffle",
  users,
  checkInRate,
  of,
});
const repeat = (times: number, of: MechanismEvent): MechanismEvent => ({ kind: "repeat", times, of });
const sequence = (of: MechanismEvent[]): MechanismEvent => ({ kind: "sequence", of });

const REPLACE_ONE = { adjacency: "replace-one" } as const;
const INTERNAL = /internal error/;

describe("rare samples with little bulk, which no lattice holds beside their tails", () => {
  test.each([
    [
      "one of many users",
      repeat(1178, { kind: "subsampledShuffle", users: 594_740, sampled: 1, of: gaussian(16.4) }),
      0.0133,
    ],
    ["very many users", repeat(52, shuffle(1e12, gaussian(35.9))), 0.964],
  ] as const)("%s: the rounds' own deltas are an upper end", (_, event, epsilon) => {
    const adjacency = "replace-one";
    const figures = deltas(event, { adjacency, epsilon, method: "clones-2023-pld" }).guarantees;
    expect(figures[0]!.delta.upper).toBeLessThan(1e-8);
    expect(figures[0]!.delta.upper).toBeGreaterThanOrEqual(figures[0]!.delta.lower);
  });
});

describe("sizes that leave the memory, and failures of one method", () => {
  const EXTREMES: readonly [string, MechanismEvent][] = [
    ["Poisson", { kind: "poissonSample", rate: 0.1, of: gaussian(1e9) }],
    ["check-in", checkIn(100, 0.1, gaussian(1e9))],
    ["subsampled", { kind: "subsampledShuffle", users: 100, sampled: 3, of: gaussian(1e9) }],
    ["random allocation", { kind: "randomAllocation", steps: 10, of: gaussian(1e9) }],
    ["check-in at 1e-12", checkIn(1000, 1e-12, local(100))],
    ["check-in of Gaussian reports at 1e-12", checkIn(9, 1e-12, gaussian(91.2))],
    ["Poisson at 1e-12", { kind: "poissonSample", rate: 1e-12, of: gaussian(5.65) }],
    ["Laplace noise of 0.02", shuffle(80_361, { kind: "laplaceScalar", noiseToWidth: 0.02 })],
    ["Laplace noise of 1e9", checkIn(103_083, 0.095, { kind: "laplaceScalar", noiseToWidth: 1e9 })],
    ["Gaussian noise of 1e-3", shuffle(37_467, { kind: "gaussianScalar", noiseToWidth: 1e-3 })],
  ];
  for (const [cases, options] of shortAndLong(EXTREMES, ([name]) => /^check-in|Laplace/.test(name)))
    test.each(cases)("%s answers, or says why not", options, (_, event) => {
      for (const adjacency of ["replace-one", "zero-out"] as const) {
        const answers = [
          guarantees(event, { adjacency, delta: 1e-5 }),
          deltas(event, { adjacency, epsilon: 0.03 }),
          renyiDivergences(event, { adjacency, orders: [1.5, 2, 30] }),
        ];
        for (const { notApplicable } of answers) {
          expect(notApplicable.filter(({ reason }) => INTERNAL.test(reason))).toEqual([]);
        }
        expect(answers[0]!.guarantees.length).toBeGreaterThan(0);
      }
    });

  test("a method that fails costs no other its answer; what the caller cancelled is thrown on", () => {
    const failing = (error: Error) =>
      evaluateAccountants({}, ({ method }) => {
        if (method === "pld") throw error;
        return method;
      });
    const { figures, notApplicable } = failing(new RangeError("Invalid typed array length: Infinity"));
    expect(figures).toHaveLength(accountants.length - 1);
    expect(notApplicable).toHaveLength(1);
    expect(notApplicable[0]?.reason).toMatch(INTERNAL);
    expect(() => failing(new DpError("CANCELLED", "stopped"))).toThrow("stopped");
  });
});

describe("values that are none", () => {
  const cyclic: Record<string, unknown> = { kind: "repeat", times: 2 };
  cyclic.of = cyclic;
  let nested: MechanismEvent = gaussian(1);
  for (let depth = 0; depth < 10_000; depth++) nested = sequence([nested]);
  const of: unknown[] = [];
  of[2] = gaussian(1);
  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new TypeError("not to be read");
      },
    },
  );

  test.each<[string, unknown, RegExp]>([
    ["cyclic", cyclic, /^event: events may nest at most 64 deep/],
    ["10,000 levels", nested, /^event: events may nest at most 64 deep/],
    [
      "BigInt",
      { kind: "gaussian", noiseMultiplier: 10n },
      /must be a finite number in \[0\.001, 1e9\], got 10$/,
    ],
    ["BigInt inside", { kind: { a: 10n } }, /got an object$/],
    ["holes", { kind: "sequence", of }, /^event\.of\[0\] must be an object with a "kind", got undefined/],
    ["what cannot be read", throwing, /^event must be an object with a "kind", got one that cannot be read/],
    ["2^53", shuffle(2 ** 53, gaussian(1)), /must be an integer in \[1, 1e12\], got 9007199254740992/],
  ])("%s: one readable refusal", (_, value, message) => {
    const error = refusalOf(() => readEvent(value));
    expect(error.message).toMatch(message);
    expect(error.message.length).toBeLessThan(300);
    expect(refusalOf(() => openLedger({ entries: [value] }))).toBeInstanceOf(DpError);
  });

  test("a field that changes between two reads is read once", () => {
    let reads = 0;
    const fickle = {
      kind: "gaussian",
      get noiseMultiplier() {
        reads += 1;
        return reads === 1 ? 2 : Number.NaN;
      },
    };
    expect(readEvent(fickle)).toEqual(gaussian(2));
  });

  test("callbacks and reports that are none", () => {
    const options = { ...REPLACE_ONE, delta: 1e-5 };
    expect(refusalOf(() => guarantees(gaussian(1), { ...options, onMethod: 0 as never })).code).toBe(
      "BAD_INPUT",
    );
    expect(refusalOf(() => budgetGuarantee(5 as never)).code).toBe("BAD_INPUT");
    expect(refusalOf(() => budgetGuarantee({} as never)).code).toBe("BAD_INPUT");
    expect(refusalOf(() => openLedger({ budget: throwing as never })).code).toBe("BAD_INPUT");
  });

  test("-0 is 0", () => {
    expect(guarantees(local(-0), { ...REPLACE_ONE, delta: 0.1 }).guarantees[0]?.epsilon.upper).toBe(0);
  });
});

function refusalOf(call: () => unknown): DpError {
  try {
    call();
  } catch (error) {
    if (error instanceof DpError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("long sequences", () => {
  test("10,000 different Gaussians are one", () => {
    const noises = Array.from({ length: 10_000 }, (_, i) => 100 + i / 1000);
    const delta = 1e-5;
    const together = 1 / Math.hypot(...noises.map((noise) => 1 / noise));
    const exact = theorems.gaussianEpsilon({ delta, noiseMultiplier: together });
    const { guarantees: found } = guarantees(sequence(noises.map(gaussian)), { ...REPLACE_ONE, delta });
    expect(found.map(({ method }) => method)).toEqual(expect.arrayContaining(["strong-composition", "pld"]));
    expect(found[0]!.epsilon.upper / exact).toBeCloseTo(1, 9);
    for (const { epsilon, method, side } of found) {
      if (method !== "unshuffled") expect(epsilon.lower).toBeLessThanOrEqual(exact);
      if (side === "upper") expect(epsilon.upper).toBeGreaterThanOrEqual(exact * (1 - 1e-12));
    }
  });

  test("200,000 equal entries are one that is repeated", { tags: ["long"] }, () => {
    const round = shuffle(1000, local(1));
    const options = { ...REPLACE_ONE, delta: 1e-5, method: "gdd21-upper" } as const;
    const many = guarantees(sequence(Array.from({ length: 200_000 }, () => round)), options);
    expect(many).toEqual(guarantees(repeat(200_000, round), options));
  });

  test("delta of 1e9 rounds is declined where it would be searched for, epsilon is not", () => {
    const event = repeat(1e9, shuffle(1e6, local(0.1)));
    const quick = { ...REPLACE_ONE, method: "clones-2023" } as const;
    expect(deltas(event, { ...quick, epsilon: 1 }).notApplicable[0]?.reason).toMatch(
      /beyond 10000000 rounds/,
    );
    expect(guarantees(event, { ...quick, delta: 1e-5 }).guarantees).toHaveLength(1);
  });

  test.each([repeat(1e9, gaussian(1e5)), repeat(1e6, shuffle(1000, local(0.01)))])(
    "a delta next to one is answered: %j",
    (event) => {
      const { guarantees: found } = guarantees(event, { ...REPLACE_ONE, delta: 1 - 2 ** -53, quick: true });
      expect(found.length).toBeGreaterThan(2);
    },
  );

  test("calibrates at a delta next to one", () => {
    const target = { ...REPLACE_ONE, delta: 1 - 1e-16, targetEpsilon: 1 };
    const { guarantee } = calibrate((noise) => repeat(10, shuffle(1000, gaussian(noise))), target);
    expect(guarantee.epsilon.upper).toBeLessThanOrEqual(1);
  });
});

describe("what random events have shown", () => {
  const channel = (...matrix: number[][]): MechanismEvent => ({ kind: "discreteChannel", matrix });
  const sampled = (users: number, reports: number, of: MechanismEvent): MechanismEvent => ({
    kind: "subsampledShuffle",
    users,
    sampled: reports,
    of,
  });
  const REVEALING = channel([0.8, 0.15, 0.05], [1, 1e-40, 0], [0.6, 0.17, 0.23]);
  const sets = (epsilon: number, mass: number, overlap: number): MechanismEvent => ({
    kind: "subsetResponse",
    epsilon,
    mass,
    overlap,
  });

  test.each<[string, MechanismEvent]>([
    ["reports that nobody else makes", sampled(72_591, 2369, REVEALING)],
    ["all of a channel's users", repeat(14, sampled(138, 138, REVEALING))],
    ["two of many, seen by rare losses", repeat(2, sampled(191_506, 2, REVEALING))],
    [
      "rows that differ by rounding",
      shuffle(10, channel([0.5, 0.5], [0.5 + 1e-16, 0.5], [0.5, 0.5 + 1e-10])),
    ],
    ["sets in the clear", repeat(1_448_975, shuffle(88_329, sets(100, 0.0011, 0.0002)))],
    ["sets in the clear, drawn", checkIn(1000, 0.1, sets(100, 0.4, 0.1))],
    ["nobody reports", checkIn(10, 1e-12, local(1))],
  ])("%s: every method answers, or says why not", (_, event) => {
    const answers = [
      guarantees(event, { ...REPLACE_ONE, delta: 1e-5 }),
      deltas(event, { ...REPLACE_ONE, epsilon: 0.3 }),
    ];
    for (const { notApplicable } of answers) {
      expect(notApplicable.filter(({ reason }) => INTERNAL.test(reason))).toEqual([]);
    }
  });

  test("sets in the clear are told apart as often as they are apart", () => {
    const [mass, overlap] = [0.4, 0.1];
    const { guarantees: found } = deltas(shuffle(100, sets(100, mass, overlap)), {
      ...REPLACE_ONE,
      epsilon: 1,
      method: "blanket",
    });
    expect(found[0]!.delta.upper).toBeGreaterThanOrEqual((mass - overlap) / mass);
    expect(found[0]!.delta.upper).toBeLessThan(((mass - overlap) / mass) * (1 + 1e-9));
  });

  const deltaOf = (event: MechanismEvent, epsilon: number) =>
    deltas(event, { adjacency: "zero-out", epsilon, method: "clones-2023-pld" }).guarantees[0]!.delta;

  test("delta falls as epsilon grows, whatever failures are tried", { tags: ["long"] }, () => {
    const event = repeat(32, checkIn(153_625, 0.000175, gaussian(7.5877)));
    let before = 1;
    for (const epsilon of [0.3, 1, 2, 3, 5]) {
      const { lower, upper } = deltaOf(event, epsilon);
      expect(lower).toBeLessThanOrEqual(before);
      before = upper;
    }
    expect(before).toBeLessThan(1e-10);
  });

  test("the last order of a printed bound is among those that are looked at", () => {
    const event = repeat(7, sampled(1400, 28, gaussian(6.5373)));
    const epsilonAt = (delta: number): number =>
      guarantees(event, { adjacency: "zero-out", delta, method: "rdp-published" }).guarantees[0]!.epsilon
        .upper;
    const epsilons = [1e-5, 7.46e-6, 6.2e-6, 5.36e-6, 5e-6].map(epsilonAt);
    expect(epsilons).toEqual(epsilons.toSorted((a, b) => a - b));
  });

  test("one round has no larger delta than two", () => {
    const round = sampled(754_483_043, 104_470, gaussian(1.7577));
    expect(deltaOf(round, 5.1167).lower).toBeLessThanOrEqual(deltaOf(repeat(2, round), 5.1167).upper);
  });

  test.each<[MechanismEvent, MechanismEvent, number]>([
    [repeat(2581, checkIn(5, 0.0009, local(0.744))), repeat(2581, checkIn(10, 0.0009, local(0.744))), 0.568],
    [checkIn(41, 0.5, REVEALING), checkIn(72, 0.5, REVEALING), 0.1],
    [checkIn(19, 0.0806, gaussian(1.098)), checkIn(190, 0.0806, gaussian(1.098)), 0.1246],
    [shuffle(9e7, REVEALING), shuffle(1.8e8, REVEALING), 2.1],
  ])("more users spend no more: %j", (fewer, more, epsilon) => {
    expect(deltaOf(more, epsilon).lower).toBeLessThanOrEqual(deltaOf(fewer, epsilon).upper);
  });

  test("rare reports of few users: each shows the changed user's as often as it is hers", () => {
    // A single report, drawn from five users' ones, is all there is.
    const [users, rate, own, epsilon] = [5, 0.0009, 0.744, 0.001];
    const gain = Math.expm1(epsilon) * users;
    const alone = (Math.exp(own) - 1 - gain) / (Math.exp(own) + 1);
    const { lower, upper } = deltaOf(checkIn(users, rate, local(own)), epsilon);
    expect(upper).toBeLessThan(rate * alone * 1.002);
    expect(lower).toBeGreaterThan(rate * alone * 0.99);
  });

  test("more users than any lattice holds spend no more with sets in the clear", () => {
    const [few, many] = [5e8, 5e11].map(
      (users) =>
        deltas(checkIn(users, 0.9, sets(100, 1 - 2 ** -53, 0.675)), {
          ...REPLACE_ONE,
          epsilon: 0,
          method: "blanket",
        }).guarantees[0]!.delta.upper,
    ) as [number, number];
    expect(many).toBeLessThanOrEqual(few);
    expect(few).toBeLessThan(1e-12);
    const [least, most] = [1e9, 1.1e9].map(
      (users) =>
        guarantees(shuffle(users, sets(2, 0.9, 0.8)), { ...REPLACE_ONE, delta: 1e-9, method: "blanket" })
          .guarantees[0]!.epsilon.upper,
    ) as [number, number];
    expect(most).toBeLessThanOrEqual(least);
  });

  test("a number of reports above which bands are wide spends no more than one below", () => {
    const [few, many] = [2620, 3312].map((users) =>
      deltaOf(checkIn(users, 0.0175, gaussian(1.627)), 0.0686),
    ) as [ReturnType<typeof deltaOf>, ReturnType<typeof deltaOf>];
    expect(many.lower).toBeLessThanOrEqual(few.upper * (1 + 1e-3));
  });
});
