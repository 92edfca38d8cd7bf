import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/index.js";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { sampleUniform, seededSource } from "../../random/index.js";
import { audit } from "../audit.js";
import type { Game } from "../game.js";
import { gameOf } from "./game-of.js";

const MATRIX = [
  [0.5, 0.3, 0.2],
  [0.1, 0.2, 0.7],
  [0.25, 0.5, 0.25],
];
const RESPONSE = { kind: "randomizedResponse", epsilon: 1.3, categories: 5 } as const;

/** An event, what it is asked at, the share of the best proven epsilon that 30,000 plays must show. */
const CASES: readonly (readonly [MechanismEvent, Adjacency, delta: number, share: number])[] = [
  [{ kind: "local", epsilon: 0.9 }, "replace-one", 1e-9, 0.9],
  [{ kind: "local", epsilon: 1.5, delta: 0.01 }, "zero-out", 0.011, 0.9],
  [RESPONSE, "replace-one", 1e-9, 0.85],
  [{ kind: "laplaceScalar", noiseToWidth: 0.7 }, "replace-one", 1e-9, 0.85],
  [{ kind: "gaussianScalar", noiseToWidth: 1.2 }, "replace-one", 0.02, 0.75],
  [{ kind: "gaussian", noiseToClip: 3 }, "replace-one", 0.02, 0.7],
  [{ kind: "gaussian", noiseMultiplier: 0.8 }, "add-or-remove", 0.02, 0.75],
  [{ kind: "shuffle", users: 4, of: { ...RESPONSE, epsilon: 2 } }, "replace-one", 0.02, 0.4],
  [{ kind: "shuffle", users: 3, of: { ...RESPONSE, categories: 2 } }, "zero-out", 0.02, 0.4],
  [
    { kind: "poissonSample", rate: 0.3, of: { kind: "gaussian", noiseToClip: 0.8 } },
    "add-or-remove",
    0.02,
    0.6,
  ],
  [{ kind: "poissonSample", rate: 0.4, of: { kind: "gaussian", noiseToClip: 1 } }, "replace-one", 0.02, 0.35],
  [{ kind: "repeat", times: 3, of: { kind: "local", epsilon: 0.4 } }, "replace-one", 0.02, 0.7],
  [
    { kind: "sequence", of: [RESPONSE, { kind: "gaussianScalar", noiseToWidth: 1 }] },
    "replace-one",
    0.02,
    0.5,
  ],
  [{ kind: "subsetResponse", epsilon: 1.5, mass: 0.3, overlap: 0.05 }, "replace-one", 0.02, 0.85],
  [{ kind: "discreteChannel", matrix: MATRIX }, "replace-one", 0.02, 0.8],
  [{ kind: "shuffle", users: 4, of: { kind: "gaussian", noiseToClip: 1 } }, "zero-out", 0.02, 0.55],
  [{ kind: "shuffle", users: 4, of: { kind: "laplaceScalar", noiseToWidth: 0.7 } }, "replace-one", 0.02, 0.6],
  [{ kind: "shuffle", users: 4, of: { kind: "discreteChannel", matrix: MATRIX } }, "zero-out", 0.02, 0.5],
  [
    { kind: "subsampledShuffle", users: 6, sampled: 3, of: { ...RESPONSE, epsilon: 2 } },
    "zero-out",
    0.02,
    0.4,
  ],
  [
    { kind: "checkInShuffle", users: 6, checkInRate: 0.5, of: { kind: "gaussian", noiseToClip: 1 } },
    "zero-out",
    0.02,
    0.45,
  ],
  [
    { kind: "randomAllocation", steps: 4, of: { kind: "gaussian", noiseToClip: 1 } },
    "add-or-remove",
    0.02,
    0.55,
  ],
  [
    { kind: "weightShuffle", dimension: 9, batchClipRatio: 1, of: { kind: "gaussian", noiseToClip: 1 } },
    "zero-out",
    0.02,
    0.65,
  ],
];

const ALL_REPORTS: readonly MechanismEvent[] = [
  { kind: "gaussian", noiseToClip: 0.9 },
  { kind: "gaussianScalar", noiseToWidth: 0.6 },
  { kind: "laplaceScalar", noiseToWidth: 0.6 },
  { kind: "randomizedResponse", epsilon: 1.4, categories: 4 },
  { kind: "local", epsilon: 1.3, delta: 0.05 },
  { kind: "subsetResponse", epsilon: 1.7, mass: 0.45, overlap: 0.25 },
  { kind: "discreteChannel", matrix: MATRIX },
];
const ALL_EVENTS = ALL_REPORTS.flatMap((of): MechanismEvent[] => [
  of,
  { kind: "shuffle", users: 5, of },
  { kind: "subsampledShuffle", users: 7, sampled: 3, of },
  { kind: "checkInShuffle", users: 7, checkInRate: 0.6, of },
  { kind: "randomAllocation", steps: 3, of },
  { kind: "repeat", times: 2, of: { kind: "weightShuffle", dimension: 5, batchClipRatio: 2, of } },
  { kind: "sequence", of: [{ kind: "shuffle", users: 2, of }, of] },
]).concat(
  { kind: "poissonSample", rate: 0.3, of: { kind: "gaussian", noiseToClip: 0.7 } },
  { kind: "poissonSample", rate: 0.7, of: { kind: "gaussian", noiseMultiplier: 0.9 } },
);

/**
 * The furthest that secrets are from 1 / (1 + e^-score), for plays by score and for all by its sign, in parts
 * of what Hoeffding's inequality allows but for 1e-9.
 */
function miscalibration({ trial }: Game, factor = 1): number {
  const [source, secrets] = [seededSource(23), seededSource(24)];
  const sums = new Map<number, { plays: number; excess: number }>();
  const add = (bin: number, excess: number): void => {
    const sum = sums.get(bin) ?? { plays: 0, excess: 0 };
    sums.set(bin, { plays: sum.plays + 1, excess: sum.excess + excess });
  };
  for (let play = 0; play < 4000; play++) {
    const secret = sampleUniform(secrets) < 1 / 2;
    const score = factor * (trial(secret, source) as number);
    const excess = Number(secret) - 1 / (1 + Math.exp(-score));
    const bin = Math.min(6, Math.max(-6, Math.round(2 * score)));
    add(bin, excess);
    add(Infinity, excess * Math.sign(score));
  }
  const parts = [...sums.values()].map(
    ({ plays, excess }) => Math.abs(excess) / Math.sqrt((plays / 2) * Math.log(2 / 1e-9)),
  );
  return Math.max(...parts);
}

describe("the game of an event", () => {
  it.each(CASES)(
    "%j, %s: stays below the best proven figure and comes near to it (seed 5)",
    { tags: ["slow"] },
    async (event, adjacency, delta, share) => {
      const { guarantees: figures } = guarantees(event, { adjacency, delta });
      const claim = figures.find(({ side, status }) => side === "upper" && status === "proven")!.epsilon
        .upper;
      const { guarantee } = await audit(gameOf(event, { adjacency }), {
        ...{ trials: 30_000, confidence: 1 - 1e-7, delta, adjacency, claim, source: seededSource(5) },
      });
      expect(guarantee.epsilon.lower).toBeLessThanOrEqual(claim);
      expect(guarantee.epsilon.lower / claim).toBeGreaterThan(share);
    },
  );

  it.each(ALL_EVENTS)(
    "%j: a score is how much likelier the secret is (seeds 23 and 24)",
    { tags: ["slow"] },
    (event) => {
      for (const adjacency of ["replace-one", "zero-out"] as const) {
        expect(miscalibration(gameOf(event, { adjacency }))).toBeLessThan(1);
      }
    },
  );

  it("a score that is half as large again would be noticed (seeds 23 and 24)", () => {
    const event = { kind: "shuffle", users: 5, of: { kind: "gaussian", noiseToClip: 0.9 } } as const;
    expect(miscalibration(gameOf(event, { adjacency: "zero-out" }), 1.5)).toBeGreaterThan(1);
  });

  it("takes any cohort, of records in turn", { tags: ["slow"] }, () => {
    const of = { kind: "gaussian", noiseToClip: 0.8 } as const;
    for (const cohort of [[0], [1, -1], [0.3, -1, -1], [-1, 0, 0.5, 1]]) {
      for (const event of [
        { kind: "shuffle", users: 6, of },
        { kind: "checkInShuffle", users: 6, checkInRate: 0.5, of },
        { kind: "repeat", times: 2, of: { kind: "subsampledShuffle", users: 6, sampled: 4, of } },
      ] as const) {
        expect(miscalibration(gameOf(event, { adjacency: "zero-out", cohort }))).toBeLessThan(1);
      }
    }
  });

  it("plays with extreme noise, epsilons and numbers of users", () => {
    const events: MechanismEvent[] = [
      { kind: "gaussian", noiseToClip: 1e-3 },
      { kind: "gaussian", noiseToClip: 1e9 },
      { kind: "laplaceScalar", noiseToWidth: 0.02 },
      { kind: "randomizedResponse", epsilon: 100, categories: 1e12 },
      { kind: "subsetResponse", epsilon: 100, mass: 1, overlap: 1 },
      { kind: "local", epsilon: 0, delta: 0 },
    ];
    for (const of of events) {
      for (const event of [of, ...[1, 2, 3].map((users) => ({ kind: "shuffle", users, of }) as const)]) {
        const { trial } = gameOf(event, { adjacency: "replace-one" });
        const source = seededSource(2);
        for (const secret of [true, false]) expect(trial(secret, source)).not.toBeNaN();
      }
    }
    const crowd = { kind: "checkInShuffle", users: 1e9, checkInRate: 0.5, of: RESPONSE } as const;
    expect(Math.abs(gameOf(crowd, { adjacency: "replace-one" }).trial(true, seededSource(2)))).toBeLessThan(
      1e-3,
    );
    expect(
      gameOf({ kind: "repeat", times: 0, of: crowd }, { adjacency: "zero-out" }).trial(true, seededSource(2)),
    ).toBe(0);
  });

  it("would show Laplace noise in floating point for what it is: low bits that tell the secret (seed 5)", async () => {
    const scale = 0.7;
    const naive: Game = {
      trial: (secret, source) => {
        const u = sampleUniform(source) - 1 / 2;
        const x = -scale * Math.sign(u) * Math.log1p(-2 * Math.abs(u)) + Number(secret);
        return Math.abs(x) - Math.abs(x - 1);
      },
    };
    const { verdict, guarantee } = await audit(naive, {
      ...{ trials: 30_000, delta: 0, adjacency: "replace-one", claim: 1 / scale, source: seededSource(5) },
    });
    expect(verdict).toBe("refuted");
    expect(guarantee.epsilon.lower).toBeGreaterThan(1.5 / scale);
  });

  it.each<[MechanismEvent, Adjacency]>([
    [
      {
        kind: "weightShuffle",
        dimension: 9,
        batchClipRatio: 1,
        of: { kind: "shuffle", users: 3, of: RESPONSE },
      },
      "zero-out",
    ],
    [{ kind: "shuffle", users: 9, of: { kind: "gaussian", noiseToClip: 1 } }, "add-or-remove"],
    [{ kind: "shuffle", users: 9, of: { kind: "shuffle", users: 2, of: RESPONSE } }, "replace-one"],
    [{ kind: "poissonSample", rate: 0.5, of: RESPONSE }, "replace-one"],
    [{ kind: "randomAllocation", steps: 3, of: RESPONSE }, "add-or-remove"],
    [{ kind: "randomAllocation", steps: 3, joined: 2, of: { kind: "gaussian", noiseToClip: 1 } }, "zero-out"],
    [{ kind: "randomAllocation", steps: 1e9, of: { kind: "gaussian", noiseToClip: 1 } }, "zero-out"],
    [{ kind: "shuffle", users: 1e12, of: { kind: "laplaceScalar", noiseToWidth: 1 } }, "zero-out"],
    [
      {
        kind: "subsampledShuffle",
        users: 1e9,
        sampled: 1e8,
        of: { kind: "gaussianScalar", noiseToWidth: 1 },
      },
      "zero-out",
    ],
    [
      { kind: "checkInShuffle", users: 1e9, checkInRate: 0.1, of: { kind: "gaussian", noiseToClip: 1 } },
      "zero-out",
    ],
    [{ kind: "local", epsilon: 1 }, "add-or-remove"],
  ])("refuses %j under %s", (event, adjacency) => {
    expect(() => gameOf(event, { adjacency })).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
  });

  it.each<[string, MechanismEvent, unknown]>([
    ["a cohort where nothing is shuffled", RESPONSE, [0]],
    ["an empty cohort", { kind: "shuffle", users: 3, of: RESPONSE }, []],
    ["a category that there is not", { kind: "shuffle", users: 3, of: RESPONSE }, [5]],
    [
      "a record outside of the ball",
      { kind: "shuffle", users: 3, of: { kind: "gaussian", noiseToClip: 1 } },
      [-1.5],
    ],
    ["words", { kind: "shuffle", users: 3, of: RESPONSE }, ["0"]],
    ["a number for a cohort", { kind: "shuffle", users: 3, of: RESPONSE }, 0],
  ])("refuses %s", (_, event, cohort) => {
    expect(() => gameOf(event, { adjacency: "zero-out", cohort: cohort as number[] })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ parameter: "gameOf: cohort" }) }),
    );
  });

  it("refuses what is no event, and no adjacency", () => {
    expect(() => gameOf({ kind: "gaussian" } as never, { adjacency: "zero-out" })).toThrow(/noise/);
    expect(() => gameOf(RESPONSE, {} as never)).toThrow(/^gameOf: adjacency/);
  });
});

it.each<[string, MechanismEvent]>([
  ["reports", { kind: "shuffle", users: 2e7, of: { kind: "gaussian", noiseToClip: 1 } }],
  ["counts", { kind: "dummyCounts", categories: 1e12, laplaceScale: 2, centre: 5, epsilon: 1 }],
])("refuses more %s than a machine can draw one by one", (what, event) => {
  expect(() => gameOf(event, { adjacency: "replace-one" })).toThrow("play at most 10,000,000");
  expect(() => gameOf(event, { adjacency: "replace-one" })).toThrow(` ${what} one by one`);
});
