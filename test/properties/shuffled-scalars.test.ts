/**
 * Numbers with Laplace and Gaussian noise: no values of the cohort beat the bound of both ends, whose blanket
 * is the expectation written out.
 */
import { describe, expect, test } from "vitest";
import {
  contributionsAt,
  integratedTail,
} from "../../src/accounting/shuffle/blanket/channels/contributions.js";
import { scalarPairs } from "../../src/accounting/shuffle/blanket/channels/scalar-pairs.js";
import { shuffledChannel } from "../../src/accounting/shuffle/blanket/channels/shuffled-channel.js";
import { shuffledScalar } from "../../src/accounting/shuffle/blanket/channels/shuffled-scalar.js";
import { normalCdf } from "../../src/numerics/normal-cdf.js";
import { histogramLaw, hockeyStick, type Law } from "./shuffled-law.js";

type Kind = "laplaceScalar" | "gaussianScalar";
interface Scalar {
  readonly kind: Kind;
  readonly noiseToWidth: number;
}

const SCALARS: readonly Scalar[] = [
  { kind: "laplaceScalar", noiseToWidth: 2 },
  { kind: "laplaceScalar", noiseToWidth: 0.7 },
  { kind: "laplaceScalar", noiseToWidth: 0.2 },
  { kind: "gaussianScalar", noiseToWidth: 2.5 },
  { kind: "gaussianScalar", noiseToWidth: 0.8 },
  { kind: "gaussianScalar", noiseToWidth: 0.35 },
];
const named = SCALARS.map((scalar) => [`${scalar.kind}, ${scalar.noiseToWidth}`, scalar] as const);

/** P(noise < z), the noise of one unit. */
function noiseCdf(kind: Kind, z: number): number {
  if (kind === "gaussianScalar") return normalCdf(z);
  return z < 0 ? Math.exp(z) / 2 : 1 - Math.exp(-z) / 2;
}

/**
 * The law of the report about a value in [0, 1] in equal cells over the interval and beyond it, the outermost
 * without end.
 */
function cellLaw({ kind, noiseToWidth }: Scalar, value: number, cells: number): Law {
  const reach = 0.5 + (kind === "gaussianScalar" ? 4 * noiseToWidth : 0);
  const edge = (i: number): number => 0.5 + reach * ((2 * i) / cells - 1);
  const below = (i: number): number => {
    if (i === 0) return 0;
    return i === cells ? 1 : noiseCdf(kind, (edge(i) - value) / noiseToWidth);
  };
  // From the middle on by upper tails, which do not cancel.
  const above = (i: number): number => {
    if (i === cells) return 0;
    return i === 0 ? 1 : noiseCdf(kind, (value - edge(i)) / noiseToWidth);
  };
  return Array.from({ length: cells }, (_, i) =>
    edge(i) < value ? below(i + 1) - below(i) : above(i) - above(i + 1),
  );
}

const VALUES = [0, 0.2, 0.5, 0.8, 1];
const EPSILONS = [0, 0.05, 0.3, 1, 2];

describe.each(named)("%s: every cohort of a few users", (_, scalar) => {
  test.each([
    [2, 24],
    [3, 9],
  ])("%i users, reports in %i cells", (users, cells) => {
    const laws = VALUES.map((value) => cellLaw(scalar, value, cells));
    const bounds = EPSILONS.map((epsilon) => shuffledScalar(scalar, users).deltaAt(epsilon));
    const cohorts: Law[][] =
      users === 2
        ? laws.map((law) => [law])
        : laws.flatMap((law, i) => laws.slice(i).map((other) => [law, other]));
    for (const others of cohorts) {
      const shuffled = laws.map((law) => histogramLaw([law, ...others]));
      for (const p of shuffled)
        for (const q of shuffled)
          EPSILONS.forEach((epsilon, i) => {
            expect(hockeyStick(p, q, epsilon)).toBeLessThanOrEqual(bounds[i]! * (1 + 1e-12));
          });
    }
  });
});

describe.each(named)("%s: the bound by its definition", (_, scalar) => {
  /** Others make a report of the blanket, or else are told. */
  const byDefinition = (users: number, cells: number, epsilon: number): number => {
    const [near, far] = [0, 1].map((value) => cellLaw(scalar, value, cells)) as [Law, Law];
    const blanket = near.map((mass, i) => Math.min(mass, far[i]!));
    const told = Math.max(0, 1 - blanket.reduce((sum, mass) => sum + mass, 0));
    const others: Law[] = Array(users - 1).fill([...blanket, told]);
    const [p, q] = [near, far].map((law) => histogramLaw([[...law, 0], ...others]));
    return hockeyStick(p!, q!, epsilon);
  };

  test.each([
    [2, 100, 0.01],
    [3, 30, 0.06],
  ])("of %i users", (users, cells, share) => {
    for (const epsilon of [0, 0.1, 0.5, 1]) {
      const bound = shuffledScalar(scalar, users).deltaAt(epsilon);
      const coarser = byDefinition(users, cells, epsilon);
      expect(coarser).toBeLessThanOrEqual(bound * (1 + 1e-12));
      // Where shuffling is no help, one report alone is what is charged.
      if (scalar.noiseToWidth >= 0.7) expect(bound).toBeLessThan(coarser * (1 + share) + 1e-4);
    }
  });

  test.runIf(scalar.noiseToWidth >= 0.7)(
    "of many users, against the channel of both ends' reports in cells",
    () => {
      const matrix = [0, 1].map((value) => {
        const law = cellLaw(scalar, value, 128);
        const sum = law.reduce((total, mass) => total + mass, 0);
        return law.map((mass) => mass / sum);
      });
      for (const users of [50, 3000]) {
        const [channel, bound] = [shuffledChannel(matrix, users), shuffledScalar(scalar, users)];
        for (const factor of [1, 3]) {
          const epsilon = factor * channel.deviation;
          expect(bound.deltaAt(epsilon)).toBeGreaterThan(channel.deltaAt(epsilon) * 0.98);
          expect(bound.deltaAt(epsilon)).toBeLessThan(channel.deltaAt(epsilon) * 1.08);
        }
      }
    },
  );
});

describe.each(named)("%s: both ends are the worst pair", (_, scalar) => {
  const cells = 400;
  const values = [0, 0.1, 0.25, 0.4, 0.5, 0.7, 0.9, 1];
  const laws = values.map((value) => cellLaw(scalar, value, cells));
  const blanket = laws[0]!.map((mass, i) => Math.min(mass, laws.at(-1)![i]!));

  test("the blanket is the least of all values' densities", () => {
    for (const law of laws)
      law.forEach((mass, i) => {
        expect(mass).toBeGreaterThanOrEqual(blanket[i]! * (1 - 1e-9));
      });
  });

  test("the nearer to an end, the larger the ratio in convex order", () => {
    for (const t of [0.5, 1, 1.01, 1.2, 2, 5, 30, 300]) {
      const excess = laws.map((law) =>
        law.reduce((sum, mass, i) => sum + Math.max(0, mass - t * blanket[i]!), 0),
      );
      values.forEach((value, i) => {
        const nearer = values.findIndex((other) => Math.min(other, 1 - other) < Math.min(value, 1 - value));
        if (nearer >= 0) expect(excess[i]!).toBeLessThanOrEqual(excess[nearer]! + 1e-12);
      });
    }
  });

  test("no pair's contributions exceed theirs", () => {
    const tailOf = (one: Law, other: Law, x: number, t: number): number =>
      one.reduce((sum, p, i) => sum + Math.max(0, p - x * other[i]! - t * blanket[i]!), 0);
    for (const x of [1, 1.1, 3])
      for (const t of [-300, -20, -3, -1, -0.2, 0, 0.1, 1, 10, 100]) {
        const worst = tailOf(laws[0]!, laws.at(-1)!, x, t);
        for (const one of laws)
          for (const other of laws)
            expect(tailOf(one, other, x, t)).toBeLessThanOrEqual(worst + 1e-12 + 1e-9 * Math.abs(t));
      }
  });

  test("on the grid they are above the same in cells, and not far above", () => {
    const [pair] = scalarPairs(scalar);
    for (const x of [1, 1.2]) {
      const law = contributionsAt(pair!, x);
      for (const t of [-3, -0.3, 0, 0.01, 0.3, 2]) {
        const [tail] = integratedTail(law, Float64Array.of(t)) as unknown as [number];
        const inCells = blanket.reduce(
          (sum, b, i) => sum + Math.max(0, laws[0]![i]! - x * laws.at(-1)![i]! - t * b),
          0,
        );
        const hidden = 1 - blanket.reduce((sum, b) => sum + b, 0);
        const exact = inCells + hidden * Math.max(0, -t);
        expect(tail + law.revealed).toBeGreaterThanOrEqual(exact * (1 - 1e-9));
        expect(tail + law.revealed).toBeLessThan(exact * 1.03 + 1e-6);
      }
    }
  });
});

test("far beyond its deviation, delta is what is revealed at every epsilon: no tilt leaves the doubles", () => {
  const channel = shuffledScalar({ kind: "gaussianScalar", noiseToWidth: 10.154636007135146 }, 1e12);
  for (const epsilon of [1e-4, 0.0136, 0.017669, 0.02, 0.3])
    expect(channel.deltaAt(epsilon)).toBeLessThan(2e-33);
});

test.each([
  [0.3, [60, 100, 150, 200, 300, 14_000, 20_000]],
  [0.2295085687026381, [100, 400, 520, 540, 572, 663, 2000, 5000]],
])(
  "little Gaussian noise, %f: more users hide more, reports that tell much among them",
  (noiseToWidth, numbers) => {
    const channels = numbers.map((users) => shuffledScalar({ kind: "gaussianScalar", noiseToWidth }, users));
    for (const epsilon of [0, 0.5, 1, 3]) {
      const deltas = channels.map((channel) => channel.deltaAt(epsilon));
      deltas.slice(1).forEach((delta, i) => {
        expect(delta).toBeLessThan(deltas[i]!);
      });
    }
  },
);

test("the far profile is summed, not left to the closed form", () => {
  const scalar = { kind: "gaussianScalar", noiseToWidth: 0.3071229921522235 } as const;
  expect(shuffledScalar(scalar, 399_689).deltaAt(14)).toBeLessThan(1e-11);
  expect(shuffledScalar(scalar, 574_044).deltaAt(14)).toBeLessThan(6.5e-12);
});
