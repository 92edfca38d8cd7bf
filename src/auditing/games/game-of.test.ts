import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/index.js";
import type { Adjacency, MechanismEvent } from "../../privacy/index.js";
import { sampleUniform, seededSource } from "../../random/index.js";
import { audit } from "../audit.js";
import type { Game } from "../game.js";
import { gameOf } from "./game-of.js";

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
];

describe("the game of an event", () => {
  it.each(CASES)(
    "%j, %s: stays below the best proven figure and comes near to it (seed 5)",
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
    [{ kind: "local", epsilon: 1 }, "add-or-remove"],
  ])("refuses %j under %s", (event, adjacency) => {
    expect(() => gameOf(event, { adjacency })).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
  });

  it("refuses what is no event, and no adjacency", () => {
    expect(() => gameOf({ kind: "gaussian" } as never, { adjacency: "zero-out" })).toThrow(/noise/);
    expect(() => gameOf(RESPONSE, {} as never)).toThrow(/^gameOf: adjacency/);
  });
});
