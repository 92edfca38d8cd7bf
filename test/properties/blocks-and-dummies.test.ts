/**
 * The statements of docs/theorems/dummies.md, dummies-and-others.md and rotated-blocks.md by brute force, and
 * what fails without their conditions.
 */
import { describe, expect, it } from "vitest";
import {
  exactDelta,
  exactDeltas,
  lawOf,
  meanLaw,
  positivePart,
  ratio,
  type Shuffles,
  type Values,
  weightedPositivePart,
} from "./dummy-quadrature.js";
import { histogramLaw, hockeyStick, type Law } from "./shuffled-law.js";

const TS = [1, 1.1, 1.5, 2.5];
const zeros = (count: number): number[] => Array<number>(count).fill(0);
const lone = (...centres: readonly number[]): Shuffles => [[1, centres]];
/** What quadrature may be off by, absolutely. */
const QUADRATURE = 2e-4;

type Contribution = (t: number, z: number) => number;

const antipodal =
  (a: number): Contribution =>
  (t, z) =>
    ratio(a, z) - t * ratio(-a, z);
const toZero =
  (a: number): Contribution =>
  (t, z) =>
    ratio(a, z) - t;
const fromZero =
  (a: number): Contribution =>
  (t, z) =>
    1 - t * ratio(a, z);

/** Theorem A: E(mean of D + 1 contributions)_+. */
const dummiesDelta = (of: Contribution, dummies: number, t: number): number =>
  positivePart(
    meanLaw(
      lawOf((z) => of(t, z), dummies + 1),
      dummies + 1,
    ),
  );

describe("Theorem A: dummies", () => {
  it.each([0, 1, 2])(
    "%i of them: attained by who knows all the other reports, in each direction",
    (dummies) => {
      for (const a of [0.5, 1.2]) {
        const rest = zeros(dummies);
        for (const [of, x0, x1] of [
          [antipodal(a), a, -a],
          [toZero(a), a, 0],
          [fromZero(a), 0, a],
        ] as const) {
          const exact = exactDeltas(lone(x0, ...rest), lone(x1, ...rest), TS);
          for (const [i, t] of TS.entries()) expect(dummiesDelta(of, dummies, t)).toBeCloseTo(exact[i]!, 8);
        }
      }
    },
  );

  it("holds for every record and cohort of one other user", () => {
    for (const a of [0.6, 1.3]) {
      for (const [dummies, others] of [
        [1, 1],
        [2, 1],
      ] as const) {
        const ts = [1, 1.4];
        const bounds = ts.map((t) => dummiesDelta(antipodal(a), dummies, t));
        for (const cohort of [-1, -0.4, 0, 1]) {
          for (const [x0, x1] of [
            [1, -1],
            [-1, 1],
            [1, 0],
            [0.5, -1],
            [0.3, 1],
          ] as const) {
            const rest = [...Array<number>(others).fill(cohort * a), ...zeros(dummies)];
            const exact = exactDeltas(lone(x0 * a, ...rest), lone(x1 * a, ...rest), ts);
            for (const i of ts.keys()) expect(exact[i]).toBeLessThan(bounds[i]! + QUADRATURE);
          }
        }
      }
    }
  });

  it("needs the counter-monotone pair: two records in one direction spend less, and so would a comonotone bound", () => {
    const [a, dummies, t] = [1, 2, 1.3];
    const comonotone = positivePart(
      meanLaw(
        lawOf((z) => ratio(a, z) - t * ratio(a / 2, z), 3),
        3,
      ),
    );
    expect(exactDelta(lone(a, ...zeros(dummies)), lone(-a, ...zeros(dummies)), t)).toBeGreaterThan(
      1.5 * comonotone,
    );
  });

  it("falls with the number of dummies", () => {
    const deltas = [0, 1, 2, 3].map((dummies) => dummiesDelta(antipodal(0.8), dummies, 1.4));
    expect([...deltas].sort((a, b) => b - a)).toEqual(deltas);
  });
});

describe("users who do not join send a dummy", () => {
  /** docs/theorems/dummies.md, section 4: E(q mean W_t - (1 - q)(t - 1))_+. */
  const mixedDelta = (a: number, rate: number, dummies: number, t: number): number =>
    positivePart(
      meanLaw(
        lawOf((z) => rate * antipodal(a)(t, z), dummies + 1),
        dummies + 1,
      ),
      -(1 - rate) * (t - 1),
    );

  it("is exact against all others colluding", () => {
    for (const t of TS) {
      for (const rate of [0.2, 0.7]) {
        const [a, rest] = [1.1, zeros(2)];
        const p: Shuffles = [
          [rate, [a, ...rest]],
          [1 - rate, [0, ...rest]],
        ];
        const q: Shuffles = [
          [rate, [-a, ...rest]],
          [1 - rate, [0, ...rest]],
        ];
        expect(mixedDelta(a, rate, 2, t)).toBeCloseTo(exactDelta(p, q, t), 8);
      }
    }
  });

  it("is at most what joint convexity makes of it", () => {
    for (const rate of [0.2, 0.7]) {
      for (const t of TS) {
        const inner = 1 + (t - 1) / rate;
        expect(mixedDelta(0.9, rate, 2, t)).toBeLessThan(
          rate * dummiesDelta(antipodal(0.9), 2, inner) + 1e-9,
        );
      }
    }
  });
});

describe("users who do not join send nothing", () => {
  const [a, rate, dummies, t] = [1, 1 / 3, 2, Math.exp(0.4)];
  const inner = 1 + (t - 1) / rate;
  const share = t / inner;
  const rest = zeros(dummies);
  const withTarget = (x: number): Shuffles => [
    [rate, [x, ...rest]],
    [1 - rate, [-a, ...rest]],
  ];
  const zeroOut = Math.max(
    dummiesDelta(toZero(a), dummies, inner),
    dummiesDelta(fromZero(a), dummies, inner),
  );

  it("under zero-out the term of a replaced record is needed", () => {
    const exact = exactDelta(withTarget(a), withTarget(0), t);
    expect(exact).toBeCloseTo(0.02514, 4);
    expect(rate * share * zeroOut).toBeLessThan(0.0108);
    const replaced = dummiesDelta(antipodal(a), dummies, inner);
    expect(rate * ((1 - share) * replaced + share * zeroOut)).toBeGreaterThan(exact);
  });

  it("under replace-one the rate K / n suffices", () => {
    const exact = exactDelta(withTarget(a), withTarget(-a), t);
    expect(rate * dummiesDelta(antipodal(a), dummies, inner)).toBeGreaterThan(exact);
  });
});

/** The law of xi* of docs/theorems/hidden-transposition.md, section 4. */
function extremeLaw(above: Contribution, below: Contribution, t: number): Values {
  const law = [above, below].flatMap((of, i) =>
    lawOf((z) => of(t, z), 3).filter(([value]) => (i === 0 ? value > 0 : value < 0)),
  );
  return [...law, [0, 1 - law.reduce((sum, [, mass]) => sum + mass, 0)]];
}

interface JointCase {
  readonly own: Contribution;
  readonly others: Values;
  readonly unshuffled: number;
}

/** Theorem B for one or two dummies and one other user. */
function jointDelta(
  { own, others, unshuffled }: JointCase,
  dummies: number,
  t: number,
  a: number,
  w: number,
  m: number,
  n: number,
): number {
  const copies = dummies + 1;
  const contributions = meanLaw(
    lawOf((z) => own(t, z), 3),
    copies,
  );
  const main = weightedPositivePart([w, contributions], [(1 - w) * m, others], (1 - w) * (t - 1) * (m - n));
  const mean = meanLaw(
    lawOf((z) => ratio(a, z), 3),
    copies,
  );
  const call = positivePart(mean, -m);
  const put = mean.reduce((sum, [value, mass]) => sum + mass * Math.max(0, n - value), 0);
  return main + (1 - w) * (call * (unshuffled + t - 1) + (t - 1) * put);
}

describe("Theorem B: dummies and the other users", () => {
  const caseOf = (kind: "replaced" | "to zero" | "from zero", a: number, t: number): JointCase => {
    const l =
      (c: number, k: (t: number, x: number) => number): Contribution =>
      (s, z) =>
        k(s, ratio(c, z));
    const own = { replaced: antipodal(a), "to zero": toZero(a), "from zero": fromZero(a) }[kind];
    const pair: Contribution = (s, z) => ratio(2 * a, z) - s * ratio(a, z);
    const mirrored: Contribution = (s, z) => ratio(a, z) - s * ratio(2 * a, z);
    const [above, below] = {
      replaced: [l(2 * a, (s, x) => x - s), l(2 * a, (s, x) => 1 - s * x)],
      "to zero": [pair, l(a, (s, x) => 1 - s * x)],
      "from zero": [l(a, (s, x) => x - s), mirrored],
    }[kind] as [Contribution, Contribution];
    const unshuffled = positivePart(lawOf((z) => own(t, z), 1));
    const replaced = positivePart(lawOf((z) => ratio(2 * a, z) - t, 1));
    return {
      own,
      others: extremeLaw(above, below, t),
      unshuffled: kind === "replaced" ? replaced : unshuffled,
    };
  };

  it.each(["replaced", "to zero", "from zero"] as const)(
    "%s: every cohort of one other user is below",
    (kind) => {
      for (const a of [0.4, 0.8]) {
        const ts = [1, 1.2, 1.8];
        const bounds = ts.map((t) =>
          [0.3, 0.6, 0.9].flatMap((w) =>
            [
              [1, 1],
              [1.3, 0.8],
              [2, 0.3],
            ].map(([m, n]) => jointDelta(caseOf(kind, a, t), 1, t, a, w, m!, n!)),
          ),
        );
        const [x0, x1] = { replaced: [a, -a], "to zero": [a, 0], "from zero": [0, a] }[kind] as [
          number,
          number,
        ];
        for (const other of [-1, -0.5, 0, 0.5, 1]) {
          const exact = exactDeltas(lone(x0, other * a, 0), lone(x1, other * a, 0), ts);
          for (const i of ts.keys())
            for (const bound of bounds[i]!) expect(exact[i]).toBeLessThan(bound + QUADRATURE);
        }
      }
    },
  );

  it("does not hold without the cut's two terms", () => {
    const [a, t] = [0.8, 1.2];
    const { own, others } = caseOf("replaced", a, t);
    const contributions = meanLaw(
      lawOf((z) => own(t, z), 3),
      2,
    );
    const worst = exactDelta(lone(a, a, 0), lone(-a, a, 0), t);
    const bare = [0.2, 0.4, 0.6, 0.8].map((w) =>
      weightedPositivePart([w, contributions], [0.2 * (1 - w), others], (1 - w) * (t - 1) * (0.2 - 1)),
    );
    expect(Math.min(...bare)).toBeLessThan(worst);
  });
});

describe("responses and dummies", () => {
  /** docs/theorems/dummies.md, section 6. */
  function responseDelta(users: number, dummies: number, k: number, weight: number, t: number): number {
    const [truth, lie] = weight === Infinity ? [1, 0] : [weight / (weight + k - 1), 1 / (weight + k - 1)];
    const blanket = k * lie;
    const values: Values = [
      [k * (truth - t * lie), 1 / k],
      [k * (lie - t * truth), 1 / k],
      ...(k > 2 ? [[k * lie * (1 - t), (k - 2) / k] as const] : []),
    ];
    let delta = 0;
    for (let hiding = 0; hiding < users; hiding++) {
      const ways = [1, users - 1, ((users - 1) * (users - 2)) / 2][hiding]!;
      const mass = ways * blanket ** hiding * (1 - blanket) ** (users - 1 - hiding);
      if (mass > 0) delta += mass * positivePart(meanLaw(values, 1 + dummies + hiding));
    }
    return delta;
  }

  it("k-ary response, every cohort of up to three users", () => {
    for (const k of [2, 3, 4]) {
      for (const weight of [2, 9, Infinity]) {
        const row = (category: number): Law =>
          Array.from({ length: k }, (_, y) =>
            weight === Infinity ? (y === category ? 1 : 0) : (y === category ? weight : 1) / (weight + k - 1),
          );
        const uniform: Law = Array<number>(k).fill(1 / k);
        for (const users of [1, 2, 3]) {
          for (const dummies of [1, 3]) {
            for (const t of [1, 1.5, 3]) {
              const bound = responseDelta(users, dummies, k, weight, t);
              const rest = Array<Law>(dummies).fill(uniform);
              for (const others of [[], [0], [1], [k - 1], [0, 1], [0, 0], [k - 1, k - 1]]) {
                if (others.length !== users - 1) continue;
                const laws = [0, 1].map((own) => histogramLaw([row(own), ...others.map(row), ...rest]));
                const exact = hockeyStick(laws[0]!, laws[1]!, Math.log(t));
                expect(exact).toBeLessThan(bound * (1 + 1e-12) + 1e-15);
                if (weight === Infinity && users === 1) expect(exact).toBeCloseTo(bound, 12);
              }
            }
          }
        }
      }
    }
  });
});

describe("a random number of dummies for each category", () => {
  const noise = (lambda: number, b: number, most: number): number[] => {
    const masses = Array.from({ length: most + 1 }, (_, n) => Math.exp(-Math.abs(n - lambda) / b));
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    return masses.map((mass) => mass / total);
  };
  const shifted = (law: readonly number[]): number[] => [0, ...law];

  it("is (2/b, P(N = 0))-DP where two counts move, and not with less", () => {
    const [lambda, b] = [9, 2.5];
    const law = noise(lambda, b, 400);
    const delta = (epsilon: number): number => {
      let sum = 0;
      const [moved, kept] = [shifted(law), [...law, 0]];
      // Counts 0 and 1: the first one more on one data set, the second on the other.
      for (const [i, p0] of moved.entries()) {
        for (const [j, p1] of kept.entries()) {
          sum += Math.max(0, p0 * p1 - Math.exp(epsilon) * kept[i]! * moved[j]!);
        }
      }
      return sum;
    };
    expect(delta(2 / b)).toBeCloseTo(law[0]!, 12);
    expect(delta(1 / b)).toBeGreaterThan(10 * law[0]!);
  });

  it("two categories with a constant total: (1/b, P(N = 0))-DP", () => {
    const [lambda, b] = [9, 2.5];
    const law = noise(lambda, b, 2 * lambda);
    const [p, q] = [shifted(law), [...law, 0]];
    const delta = p.reduce((sum, mass, i) => sum + Math.max(0, mass - Math.exp(1 / b) * q[i]!), 0);
    expect(delta).toBeCloseTo(law[2 * lambda]!, 12);
    expect(law[2 * lambda]).toBeCloseTo(law[0]!, 12);
  });
});

describe("blocks", () => {
  const RATE = 0.1;
  const BLOCK = 0.75;

  /** E(S - t)_+ of a product of two ratios, where one coin decides on both blocks or each has its own. */
  function twoBlocks(t: number): { readonly shared: number; readonly own: number } {
    const block = lawOf((z) => ratio(BLOCK, z), 2);
    let [shared, own] = [0, 0];
    for (const [x, mass] of block) {
      for (const [y, weight] of block) {
        shared += mass * weight * Math.max(0, 1 - RATE + RATE * x * y - t);
        own += mass * weight * Math.max(0, (1 - RATE + RATE * x) * (1 - RATE + RATE * y) - t);
      }
    }
    return { shared, own };
  }

  it("one coin for all blocks spends more than a coin for each", () => {
    const { shared, own } = twoBlocks(1.3);
    expect(shared).toBeGreaterThan(1.5 * own);
  });

  it("one coin: the composed blocks are sampled afterwards, which is exact for a record removed", () => {
    const t = 1.3;
    const inner = 1 + (t - 1) / RATE;
    // Two blocks of one Gaussian report each are one at the root of two.
    const composed = positivePart(lawOf((z) => ratio(BLOCK * Math.SQRT2, z) - inner, 1));
    expect(twoBlocks(t).shared).toBeCloseTo(RATE * composed, 5);
  });
});
