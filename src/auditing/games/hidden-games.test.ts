/** Games of rounds with rotated blocks and dummies. */
import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/index.js";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { sampleUniform, seededSource } from "../../random/index.js";
import { audit } from "../audit.js";
import type { Game } from "../game.js";
import { type EventGame, gameOf } from "./game-of.js";
import { worstCohort } from "./worst-cohort.js";

const GAUSSIAN = { kind: "gaussian", noiseToClip: 0.9 } as const;
const RESPONSE = { kind: "randomizedResponse", epsilon: 1.6, categories: 4 } as const;
const SUBSETS = { kind: "subsetResponse", epsilon: 1.7, mass: 0.3, overlap: 0.05 } as const;

/**
 * Rounds whose scores are exact likelihood ratios among others who hold this, and the share of the best
 * proven epsilon that 16,000 plays must show, among others who hold the opposite.
 */
const EXACT: readonly (readonly [MechanismEvent, cohort: readonly number[], share: number])[] = [
  [{ kind: "shuffle", users: 4, blocks: 4, of: GAUSSIAN }, [-1], 0.3],
  [{ kind: "shuffle", users: 4, blocks: 3, dummies: 2, of: GAUSSIAN }, [-1, 0.5], 0.33],
  [{ kind: "shuffle", users: 1, dummies: 3, of: GAUSSIAN }, [0], 0.33],
  [{ kind: "shuffle", users: 3, dummies: 4, of: RESPONSE }, [2, 0], 0.33],
  [{ kind: "shuffle", users: 3, dummies: 4, of: SUBSETS }, [2], 0.33],
  [{ kind: "subsampledShuffle", users: 5, sampled: 2, blocks: 3, of: GAUSSIAN }, [-1], 0.33],
  [{ kind: "subsampledShuffle", users: 5, sampled: 2, blocks: 2, dummies: 3, of: GAUSSIAN }, [0], 0.28],
  [{ kind: "checkInShuffle", users: 5, checkInRate: 0.6, blocks: 3, of: GAUSSIAN }, [-1], 0.33],
  [
    { kind: "checkInShuffle", users: 5, checkInRate: 0.6, blocks: 2, joins: "per-block", of: GAUSSIAN },
    [-1],
    0.33,
  ],
  [{ kind: "checkInShuffle", users: 5, checkInRate: 0.6, absentees: "dummy", of: GAUSSIAN }, [0], 0.12],
  [
    {
      kind: "checkInShuffle",
      users: 5,
      checkInRate: 0.5,
      blocks: 2,
      dummies: 2,
      absentees: "dummy",
      of: GAUSSIAN,
    },
    [0],
    0.12,
  ],
  [{ kind: "checkInShuffle", users: 1, checkInRate: 0.6, dummies: 5, of: SUBSETS }, [2], 0.33],
  [{ kind: "checkInShuffle", users: 1, checkInRate: 0.6, absentees: "dummy", of: RESPONSE }, [2], 0.33],
];

/**
 * The furthest that secrets are from 1 / (1 + e^-score), for plays by score and for all by its sign, in parts
 * of what Hoeffding's inequality allows but for 1e-9.
 */
function miscalibration({ trial }: EventGame, factor = 1): number {
  const [source, secrets] = [seededSource(23), seededSource(24)];
  const sums = new Map<number, { plays: number; excess: number }>();
  for (let play = 0; play < 4000; play++) {
    const secret = sampleUniform(secrets) < 1 / 2;
    const score = factor * trial(secret, source);
    const excess = Number(secret) - 1 / (1 + Math.exp(-score));
    const bins: [number, number][] = [
      [Math.min(6, Math.max(-6, Math.round(2 * score))), excess],
      [Infinity, excess * Math.sign(score)],
    ];
    for (const [bin, each] of bins) {
      const sum = sums.get(bin) ?? { plays: 0, excess: 0 };
      sums.set(bin, { plays: sum.plays + 1, excess: sum.excess + each });
    }
  }
  const parts = [...sums.values()].map(
    ({ plays, excess }) => Math.abs(excess) / Math.sqrt((plays / 2) * Math.log(2 / 1e-9)),
  );
  return Math.max(...parts);
}

async function lowerBound(game: Game, query: { adjacency: Adjacency; delta: number }): Promise<number> {
  const plays = { trials: 16_000, confidence: 1 - 1e-8, source: seededSource(6) };
  return (await audit(game, { ...query, ...plays })).guarantee.epsilon.lower;
}

function proven(event: MechanismEvent, query: { adjacency: Adjacency; delta: number }): number[] {
  return guarantees(event, query)
    .guarantees.filter(({ side, status }) => side === "upper" && status === "proven")
    .map(({ epsilon }) => epsilon.upper);
}

describe("the game of a round with blocks or dummies", () => {
  it.each(EXACT)(
    "%j among %j: a score is how much likelier the secret is (seeds 23 and 24)",
    { tags: ["slow"] },
    (event, cohort) => {
      for (const adjacency of ["replace-one", "zero-out"] as const) {
        expect(miscalibration(gameOf(event, { adjacency, cohort }))).toBeLessThan(1);
      }
    },
  );

  it("a score that is half as large again would be noticed (seeds 23 and 24)", () => {
    const event = { kind: "shuffle", users: 4, blocks: 4, dummies: 1, of: GAUSSIAN } as const;
    expect(miscalibration(gameOf(event, { adjacency: "replace-one" }), 1.5)).toBeGreaterThan(1);
  });

  it.each(EXACT)(
    "%j: no proven figure is exceeded, and a share of the best one is (seed 6)",
    { tags: ["slow"] },
    async (event, _, share) => {
      const query = { adjacency: "replace-one", delta: 0.01 } as const;
      const bound = await lowerBound(gameOf(event, query), query);
      const best = Math.min(...proven(event, query));
      expect(bound).toBeLessThanOrEqual(best);
      expect(bound / best).toBeGreaterThan(share);
    },
  );

  it("an analyzer who knows all others' reports comes near Theorem A, which is his figure (seed 6)", {
    tags: ["slow"],
  }, async () => {
    const query = { adjacency: "replace-one", delta: 0.01 } as const;
    const event = {
      kind: "shuffle",
      users: 1,
      dummies: 6,
      of: { kind: "gaussian", noiseToClip: 1.2 },
    } as const;
    const bound = await lowerBound(gameOf(event, query), query);
    const theorem = Math.min(...proven(event, query));
    expect(bound).toBeLessThanOrEqual(theorem);
    expect(bound).toBeGreaterThan(theorem / 2);
  });

  it("the worst cohort is searched for as of other rounds, and its audit exceeds nothing (seeds 6 and 7)", {
    tags: ["slow"],
  }, async () => {
    const query = { adjacency: "zero-out", delta: 0.02 } as const;
    const event = { kind: "shuffle", users: 3, blocks: 2, dummies: 1, of: GAUSSIAN } as const;
    const { cohort, estimate } = await worstCohort(event, {
      ...query,
      trials: 4000,
      source: seededSource(7),
    });
    expect(estimate).toBeGreaterThan(0);
    expect(await lowerBound(gameOf(event, { ...query, cohort }), query)).toBeLessThanOrEqual(
      Math.min(...proven(event, query)),
    );
  });

  it("m blocks with coins of their own are m rounds, play by play", () => {
    const of = { kind: "gaussian", noiseToClip: 1.5 } as const;
    const whole = { kind: "gaussian", noiseToClip: 3 } as const;
    const size = { users: 5, sampled: 3 } as const;
    const blocks = { kind: "subsampledShuffle", ...size, blocks: 4, joins: "per-block", of } as const;
    const rounds = {
      kind: "repeat",
      times: 4,
      of: { kind: "subsampledShuffle", ...size, of: whole },
    } as const;
    const scores = [blocks, rounds].map((event) => {
      const { trial } = gameOf(event, { adjacency: "replace-one" });
      return trial(true, seededSource(9));
    });
    expect(scores[0]).toBeCloseTo(scores[1]!, 9);
  });

  it.each<MechanismEvent>([
    { kind: "shuffle", users: 9, blocks: 2, of: RESPONSE },
    { kind: "shuffle", users: 9, dummies: 2, of: { kind: "local", epsilon: 1 } },
    { kind: "shuffle", users: 9, dummies: 2, of: { kind: "laplaceScalar", noiseToWidth: 1 } },
    { kind: "shuffle", users: 9, dummies: 1e9, of: GAUSSIAN },
    { kind: "checkInShuffle", users: 1e4, checkInRate: 0.5, blocks: 1e6, of: GAUSSIAN },
  ])("refuses %j", (event) => {
    expect(() => gameOf(event, { adjacency: "zero-out" })).toThrow(
      expect.objectContaining({ code: "NOT_APPLICABLE" }),
    );
  });
});
