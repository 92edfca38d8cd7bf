/** Lower ends against every cohort and neighbour of a few users, by enumeration. */
import { describe, expect, test } from "vitest";
import { deltas } from "../../src/accounting/index.js";
import type { MechanismEvent } from "../../src/privacy/index.js";
import { sampleUniform, seededSource } from "../../src/random/index.js";
import { histogramLaw, hockeyStick, type Law } from "./shuffled-law.js";

type Histogram = ReadonlyMap<string, number>;

/** One event, the laws of its inputs' reports, and how often each set of users reports. */
interface Shuffle {
  readonly event: MechanismEvent;
  readonly inputs: readonly Law[];
  readonly users: number;
  readonly probabilityOf: (reporting: number) => number;
  /** Of the dummies that are shuffled in. */
  readonly dummies?: readonly Law[];
  /** Of what a user sends who does not report. */
  readonly absent?: Law;
}

/** The law of what a shuffle shows of users with these inputs. */
function shown(
  { inputs, users, probabilityOf, dummies = [], absent }: Shuffle,
  held: readonly number[],
): Histogram {
  const law = new Map<string, number>();
  for (let subset = 0; subset < 2 ** users; subset++) {
    const sent = held.filter((_, user) => (subset >> user) & 1).map((input) => inputs[input]!);
    const probability = probabilityOf(sent.length);
    const missing = absent === undefined ? [] : Array<Law>(users - sent.length).fill(absent);
    const laws = [...sent, ...missing, ...dummies];
    if (probability === 0) continue;
    const counts: Histogram = laws.length === 0 ? new Map([["nobody", 1]]) : histogramLaw(laws);
    for (const [key, mass] of counts) law.set(key, (law.get(key) ?? 0) + probability * mass);
  }
  return law;
}

/** Every choice of inputs of `users` users. */
function choices(inputs: number, users: number): number[][] {
  if (users === 0) return [[]];
  return choices(inputs, users - 1).flatMap((rest) => Array.from({ length: inputs }, (_, i) => [i, ...rest]));
}

/** The largest divergence over all neighbours and cohorts. */
function worstDelta(shuffle: Shuffle, epsilon: number): number {
  const { inputs, users } = shuffle;
  const deltasOf = choices(inputs.length, users - 1).flatMap((others) => {
    const laws = inputs.map((_, input) => shown(shuffle, [input, ...others]));
    return laws.flatMap((p) => laws.map((q) => hockeyStick(p, q, epsilon)));
  });
  return Math.max(...deltasOf);
}

function response(epsilon: number, categories: number): Law[] {
  const norm = Math.exp(epsilon) + categories - 1;
  return Array.from({ length: categories }, (_, x) =>
    Array.from({ length: categories }, (_, y) => (x === y ? Math.exp(epsilon) : 1) / norm),
  );
}

/** Sunflower sets: a core of `overlap`, petals of the rest of `mass`, and what no set holds. */
function sunflower(epsilon: number, mass: number, overlap: number, inputs: number): Law[] {
  const own = mass - overlap;
  const low = 1 / (1 + Math.expm1(epsilon) * mass);
  return Array.from({ length: inputs }, (_, x) => [
    Math.exp(epsilon) * low * overlap,
    low * (1 - overlap - inputs * own),
    ...Array.from({ length: inputs }, (_, y) => (x === y ? Math.exp(epsilon) : 1) * low * own),
  ]);
}

const source = seededSource(2024);

function randomMatrix(inputs: number, letters: number): Law[] {
  return Array.from({ length: inputs }, () => {
    const masses = Array.from({ length: letters }, () => 0.05 + sampleUniform(source));
    const sum = masses.reduce((a, b) => a + b, 0);
    return masses.map((mass) => mass / sum);
  });
}

const randomizers: readonly [string, MechanismEvent, readonly Law[]][] = [
  ["ternary response", { kind: "randomizedResponse", epsilon: 1, categories: 3 }, response(1, 3)],
  ["binary response", { kind: "randomizedResponse", epsilon: 0.7, categories: 2 }, response(0.7, 2)],
  ["4-ary response", { kind: "randomizedResponse", epsilon: 2, categories: 4 }, response(2, 4)],
  [
    "sunflower",
    { kind: "subsetResponse", epsilon: 1.5, mass: 0.4, overlap: 0.15 },
    sunflower(1.5, 0.4, 0.15, 3),
  ],
  ["disjoint sets", { kind: "subsetResponse", epsilon: 1, mass: 0.22 }, sunflower(1, 0.22, 0, 3)],
  ...[1, 2, 3, 4].map((i): [string, MechanismEvent, readonly Law[]] => {
    const matrix = randomMatrix(i < 3 ? 3 : 2, 3);
    return [`channel ${i}`, { kind: "discreteChannel", matrix }, matrix];
  }),
];

const shuffles = randomizers.flatMap(([name, of, inputs]): [string, Shuffle][] => [
  ...[1, 2, 4].map((users): [string, Shuffle] => [
    `${name}, ${users} users`,
    {
      event: { kind: "shuffle", users, of },
      inputs,
      users,
      probabilityOf: (reporting) => (reporting === users ? 1 : 0),
    },
  ]),
  [
    `${name}, 2 of 3 users`,
    {
      event: { kind: "subsampledShuffle", users: 3, sampled: 2, of },
      inputs,
      users: 3,
      probabilityOf: (reporting) => (reporting === 2 ? 1 / 3 : 0),
    },
  ],
  [
    `${name}, three who check in`,
    {
      event: { kind: "checkInShuffle", users: 3, checkInRate: 0.3, of },
      inputs,
      users: 3,
      probabilityOf: (reporting) => 0.3 ** reporting * 0.7 ** (3 - reporting),
    },
  ],
]);

/** A uniform law of the same reports: of sets, the base law. */
const uniform = (length: number): Law => Array.from({ length }, () => 1 / length);

const DUMMIES: readonly (readonly [string, MechanismEvent, readonly Law[], Law])[] = [
  ["ternary response", { kind: "randomizedResponse", epsilon: 1, categories: 3 }, response(1, 3), uniform(3)],
  [
    "binary response",
    { kind: "randomizedResponse", epsilon: 0.7, categories: 2 },
    response(0.7, 2),
    uniform(2),
  ],
  ["4-ary response", { kind: "randomizedResponse", epsilon: 2, categories: 4 }, response(2, 4), uniform(4)],
  [
    "disjoint sets",
    { kind: "subsetResponse", epsilon: 1, mass: 0.22 },
    sunflower(1, 0.22, 0, 3),
    [0, 1 - 3 * 0.22, 0.22, 0.22, 0.22],
  ],
];

const amongDummies = DUMMIES.flatMap(([name, of, inputs, dummy]): [string, Shuffle][] => {
  const base = { inputs, users: 3, dummies: [dummy, dummy] };
  return [
    [
      `${name}, 3 users, 2 dummies`,
      {
        ...base,
        event: { kind: "shuffle", users: 3, dummies: 2, of },
        probabilityOf: (n) => (n === 3 ? 1 : 0),
      },
    ],
    [
      `${name}, 2 of 3 users, 2 dummies`,
      {
        ...base,
        event: { kind: "subsampledShuffle", users: 3, sampled: 2, dummies: 2, of },
        probabilityOf: (n) => (n === 2 ? 1 / 3 : 0),
      },
    ],
    [
      `${name}, three who check in, 2 dummies`,
      {
        ...base,
        event: { kind: "checkInShuffle", users: 3, checkInRate: 0.3, dummies: 2, of },
        probabilityOf: (n) => 0.3 ** n * 0.7 ** (3 - n),
      },
    ],
    [
      `${name}, three who check in or send a dummy`,
      {
        ...base,
        dummies: [],
        absent: dummy,
        event: { kind: "checkInShuffle", users: 3, checkInRate: 0.3, absentees: "dummy", of },
        probabilityOf: (n) => 0.3 ** n * 0.7 ** (3 - n),
      },
    ],
  ];
});

/** What cohort-lower says of a shuffle. */
function lowerDelta({ event }: Shuffle, epsilon: number): number {
  const query = { adjacency: "replace-one", epsilon, method: "cohort-lower" } as const;
  return deltas(event, query).guarantees[0]!.delta.lower;
}

/** The least share of the worst cohort's delta that is certified. */
const SHARE = 0.8;

describe("no lower end is above the worst cohort, nor far below it where reports hide each other", () => {
  test.each([...shuffles, ...amongDummies])("%s", (_, shuffle) => {
    for (const epsilon of [0, 0.1, 0.4]) {
      const worst = worstDelta(shuffle, epsilon);
      const lower = lowerDelta(shuffle, epsilon);
      expect(lower).toBeLessThanOrEqual(worst * (1 + 1e-9));
      if (epsilon < 0.2) expect(lower).toBeGreaterThan(SHARE * worst);
    }
  });
});

describe("near the local epsilon the cohort that holds the replacement is the worst, and is attained", () => {
  const few = shuffles.filter(([name]) => /^(ternary|4-ary|disjoint|binary).* [24] users/.test(name));
  test.each(few)("%s", (_, shuffle) => {
    const { of } = shuffle.event as { readonly of: { readonly epsilon: number } };
    for (const share of [0.9, 0.97]) {
      const epsilon = share * of.epsilon;
      const worst = worstDelta(shuffle, epsilon);
      const lower = lowerDelta(shuffle, epsilon);
      expect(lower).toBeLessThanOrEqual(worst * (1 + 1e-9));
      expect(lower).toBeGreaterThan((1 - 1e-4) * worst);
    }
  });
});
