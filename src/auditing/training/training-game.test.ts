import { describe, expect, it } from "vitest";
import { guarantees } from "../../accounting/index.js";
import type { MechanismEvent } from "../../privacy/index.js";
import { sampleBernoulli, seededSource } from "../../random/index.js";
import { examplesFrom } from "../../training/data/examples-from.js";
import type { Model } from "../../training/models/model.js";
import { central } from "../../training/protocols/central.js";
import { checkIn } from "../../training/protocols/check-in.js";
import { cldp } from "../../training/protocols/cldp.js";
import { nonprivate } from "../../training/protocols/nonprivate.js";
import type { Protocol } from "../../training/protocols/protocol.js";
import { randomAllocationProtocol } from "../../training/protocols/random-allocation-protocol.js";
import { subsampledShuffleProtocol } from "../../training/protocols/subsampled-shuffle-protocol.js";
import { weightShuffleProtocol } from "../../training/protocols/weight-shuffle-protocol.js";
import { rankBound } from "../estimators/rank-bound.js";
import type { Game } from "../game.js";
import type { Scores } from "../scores.js";
import { openTrainingGame } from "./training-game.js";
import type { TrainingGameOptions } from "./training-game-options.js";

const MODEL: Model = {
  input: { height: 1, width: 1, channels: 4 },
  layers: [
    { kind: "dense", units: 5 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 2 },
  ],
};
const DELTA = 0.02;
/**
 * Each of the fewer than twenty claims of this file that hold would be refuted with a probability of 5e-8 at
 * most.
 */
const SAFE = 1 - 5e-8;

type Asked = Partial<TrainingGameOptions> & { readonly trials?: number; readonly delta?: number };

interface Audited {
  readonly claim: number;
  readonly isRefuted: boolean;
  /** The bound at a confidence of 0.9, as a share of the claim. */
  readonly share: number;
}

/** Plays a protocol's game, and holds it against what is proven of an event, or against a claim. */
async function audited(
  protocol: Protocol,
  claimed: number | MechanismEvent,
  asked: Asked = {},
): Promise<Audited> {
  const { trials = 1000, delta = DELTA, ...options } = asked;
  const { adjacency = "zero-out", rounds = 2 } = options;
  const claim = typeof claimed === "number" ? claimed : provenEpsilon(claimed, { adjacency, rounds, delta });
  const game = await openTrainingGame({
    ...{ protocol, model: MODEL, adjacency, rounds, canary: "random" },
    ...options,
  });
  try {
    const scores = await play(game, trials);
    const at = (confidence: number): number => rankBound(scores, { delta, confidence }).epsilon;
    return { claim, isRefuted: at(SAFE) > claim, share: at(0.9) / claim };
  } finally {
    await game.close();
  }
}

async function play(game: Game, trials: number): Promise<Scores> {
  const source = seededSource(3);
  const [absent, present]: [number[], number[]] = [[], []];
  for (let trial = 0; trial < trials; trial++) {
    const secret = sampleBernoulli(source, 1 / 2);
    (secret ? present : absent).push(await game.trial(secret, source));
  }
  return { absent: Float64Array.from(absent), present: Float64Array.from(present) };
}

function provenEpsilon(
  of: MechanismEvent,
  asked: { readonly adjacency: "zero-out" | "replace-one"; readonly rounds: number; readonly delta: number },
): number {
  const { rounds, ...query } = asked;
  const times = of.kind === "randomAllocation" ? rounds / of.steps : rounds;
  const { guarantees: figures } = guarantees({ kind: "repeat", times, of }, query);
  return figures.find(({ side, status }) => side === "upper" && status === "proven")!.epsilon.upper;
}

const noisy = { examples: 12, samplingRate: 1, clipBound: 0.5 };

describe("a correct training run is not refuted, and a good part of what it spends is seen in 1,000 plays (seed 3)", () => {
  it.each<[string, Protocol, share: number, Asked]>([
    ["central, all examples", central({ ...noisy, sumStdDev: 0.8 }), 0.4, {}],
    ["central, replace-one", central({ ...noisy, sumStdDev: 1.6 }), 0.4, { adjacency: "replace-one" }],
    ["central, sampled", central({ ...noisy, samplingRate: 0.4, sumStdDev: 0.5 }), 0.25, {}],
    [
      "random allocation",
      randomAllocationProtocol({ examples: 12, roundsPerEpoch: 3, clipBound: 0.5, sumStdDev: 0.5 }),
      0.4,
      { rounds: 3 },
    ],
    [
      "weights permuted, a canary that no permutation moves",
      weightShuffleProtocol({ ...noisy, sumStdDev: 0.8, batchClipBound: 0.5, model: MODEL }),
      0.4,
      { canary: "equal" },
    ],
    ["check-in", checkIn({ users: 12, samplingRate: 0.5, clipBound: 0.5, reportStdDev: 0.25 }), 0.03, {}],
    [
      "subsampled shuffle",
      subsampledShuffleProtocol({ users: 12, sampled: 6, clipBound: 0.5, reportStdDev: 0.25 }),
      0.03,
      {},
    ],
  ])("%s", { tags: ["slow"] }, async (_, protocol, share, asked) => {
    const found = await audited(protocol, protocol.describeEvent()!, asked);
    expect(found.isRefuted).toBe(false);
    expect(found.share).toBeGreaterThan(share);
  });
});

describe("scores of central training with all examples", () => {
  it.each([
    ["random", "zero-out", 1],
    ["equal", "replace-one", 2],
  ] as const)(
    "%s, %s: are the log-likelihood ratios of the Gaussian law that it should be",
    { tags: ["slow"] },
    async (canary, adjacency, distance) => {
      const [noiseToClip, rounds, trials] = [3, 2, 1500];
      const protocol = central({ ...noisy, sumStdDev: noiseToClip * noisy.clipBound });
      const game = await openTrainingGame({ protocol, model: MODEL, adjacency, rounds, canary });
      const { absent, present } = await play(game, trials);
      await game.close();
      const variance = (rounds * distance ** 2) / noiseToClip ** 2;
      for (const [scores, mean] of [
        // Under replace-one the ends are at the same distance from 0; else one of them is there.
        [present, variance / 2],
        [absent, -variance / 2],
      ] as const) {
        const count = scores.length;
        const found = scores.reduce((sum, score) => sum + score / count, 0);
        const spread = scores.reduce((sum, score) => sum + (score - found) ** 2 / count, 0);
        // Six deviations each: passed by a right law but for a probability of 1e-8. A percent is the clip's
        // margin, and half of one.
        expect(Math.abs(found - mean)).toBeLessThan(6 * Math.sqrt(variance / count) + 0.01 * variance);
        expect(Math.abs(spread / variance - 1)).toBeLessThan(6 * Math.sqrt(2 / count) + 0.01);
      }
    },
  );
});

describe("a wrong training run is refuted", () => {
  it("without noise and clipping", async () => {
    const found = await audited(nonprivate({ examples: 12, batchSize: 6 }), 2, { trials: 600 });
    expect(found.isRefuted).toBe(true);
  });

  it("with the variance where the deviation belongs", { tags: ["slow", "long"] }, async () => {
    const noiseToClip = 0.5;
    const right = central({ ...noisy, sumStdDev: noiseToClip * noisy.clipBound });
    const wrong = central({ ...noisy, sumStdDev: noiseToClip ** 2 * noisy.clipBound });
    const asked = { rounds: 1, trials: 6000, delta: 0.1 };
    expect((await audited(wrong, right.describeEvent()!, asked)).isRefuted).toBe(true);
    expect((await audited(right, right.describeEvent()!, asked)).isRefuted).toBe(false);
  });

  it("with gradients that are not clipped, crafted ones and those of an example in the kernels", {
    tags: ["slow"],
  }, async () => {
    const right = central({ ...noisy, sumStdDev: 1.35 });
    const wrong: Protocol = { ...right, clip: { norm: "none" } };
    const loud = { examples: examplesFrom([[40, -30, 20, 50]], [0], { classes: 2 }) };
    for (const asked of [{ normToClip: 8 }, { canary: loud }]) {
      const options = { ...asked, clipBound: noisy.clipBound, trials: 600 };
      expect((await audited(wrong, right.describeEvent()!, options)).isRefuted).toBe(true);
      expect((await audited(right, right.describeEvent()!, options)).isRefuted).toBe(false);
    }
  });

  it("with weights permuted and too little noise, by the canary that no permutation moves and not by the one that they hide", {
    tags: ["slow"],
  }, async () => {
    const options = { ...noisy, sumStdDev: 0.1, batchClipBound: noisy.clipBound, model: MODEL };
    const protocol = weightShuffleProtocol(options);
    const refuted: boolean[] = [];
    for (const canary of ["equal", "dirac"] as const)
      refuted.push((await audited(protocol, 1, { canary, trials: 400 })).isRefuted);
    expect(refuted).toEqual([true, false]);
  });
});

describe("the attacker", () => {
  const data = examplesFrom(
    Array.from({ length: 11 }, (_, i) => [Math.sin(i), Math.cos(2 * i), 1, i / 11]),
    Array.from({ length: 11 }, (_, i) => i % 2),
  );

  it("takes off what the others add, whose gradients are known", { tags: ["slow"] }, async () => {
    const protocol = central({ ...noisy, sumStdDev: 0.5 });
    const found = await audited(protocol, protocol.describeEvent()!, { data, trials: 600 });
    expect(found.isRefuted).toBe(false);
    expect(found.share).toBeGreaterThan(0.35);
  });

  it("sees a mislabelled example by its loss where training is not private, and not where it is", {
    tags: ["slow", "long"],
  }, async () => {
    const canary = {
      examples: examplesFrom(
        [
          [3, -2, 2, 3],
          [3, -2, 2, 3],
        ],
        [0, 1],
      ),
    };
    const asked = { canary, attack: "loss", adjacency: "replace-one", data, rounds: 5, trials: 200 } as const;
    const open = nonprivate({ examples: 12, batchSize: 12 });
    const closed = central({ ...noisy, sumStdDev: 20 });
    expect((await audited(open, 1, asked)).isRefuted).toBe(true);
    expect((await audited(closed, closed.describeEvent()!, asked)).isRefuted).toBe(false);
  });
});

describe("plays", () => {
  it("have randomness of their own, the same from the same source", async () => {
    const protocol = central({ ...noisy, sumStdDev: 1.35 });
    const asked = { protocol, model: MODEL, adjacency: "zero-out", rounds: 2, canary: "random" } as const;
    const game = await openTrainingGame(asked);
    const scores = async (seed: number): Promise<number[]> => {
      const source = seededSource(seed);
      return [await game.trial(true, source), await game.trial(true, source)];
    };
    const [one, other] = await scores(4);
    expect(one).not.toBe(other);
    expect(await scores(4)).toEqual([one, other]);
    expect(await scores(5)).not.toEqual([one, other]);
  });

  it("are refused for options that are not what they should be", async () => {
    const right = {
      protocol: central({ ...noisy, sumStdDev: 1 }),
      model: MODEL,
      adjacency: "zero-out",
      rounds: 1,
      canary: "random",
    } as const;
    const one = examplesFrom([[1, 2, 3, 4]], [0], { classes: 2 });
    const randomizer = { kind: "priv-unit", localEpsilon: 2, clipBound: 1 } as const;
    const ownCoins = { users: 9, samplingRate: 0.5, clipBound: 1, reportStdDev: 1 };
    const wrong: [object, string, RegExp][] = [
      [{ protocol: {} }, "BAD_INPUT", /protocol/],
      [{ protocol: { ...right.protocol, clip: undefined } }, "BAD_INPUT", /protocol.clip/],
      [{ protocol: { ...right.protocol, clip: { norm: "l2", bound: 0 } } }, "OUT_OF_RANGE", /protocol.clip/],
      [{ protocol: { ...right.protocol, expectedBatch: 0 } }, "OUT_OF_RANGE", /protocol.expectedBatch/],
      [{ protocol: { ...right.protocol, roundsPerEvent: 0.5 } }, "OUT_OF_RANGE", /protocol.roundsPerEvent/],
      [
        { protocol: cldp({ users: 9, sampled: 3, randomizer }) },
        "NOT_APPLICABLE",
        /priv-unit.*audit its event/,
      ],
      [
        { protocol: checkIn({ ...ownCoins, blocks: 2, joins: "per-block", absentees: "dummy" }) },
        "NOT_APPLICABLE",
        /send some of their blocks alone.*audit its event/,
      ],
      [{ adjacency: "add-or-remove" }, "BAD_INPUT", /adjacency/],
      [{ rounds: 0 }, "OUT_OF_RANGE", /rounds/],
      [{ canary: "spike" }, "BAD_INPUT", /canary/],
      [
        { canary: { examples: one }, adjacency: "replace-one" },
        "BAD_INPUT",
        /canary.examples.count must be 2/,
      ],
      [{ attack: "loss" }, "BAD_INPUT", /canary must be examples/],
      [{ attack: "guess" }, "BAD_INPUT", /attack/],
      [{ clipBound: 0 }, "OUT_OF_RANGE", /clipBound/],
      [{ normToClip: -1 }, "OUT_OF_RANGE", /normToClip/],
      [{ learningRate: 0 }, "OUT_OF_RANGE", /learningRate/],
      [{ weights: new Float32Array(3) }, "BAD_INPUT", /weights/],
      [{ data: examplesFrom([[1]], [0], { classes: 2 }) }, "BAD_INPUT", /data/],
    ];
    for (const [options, code, message] of wrong)
      await expect(openTrainingGame({ ...right, ...options } as never)).rejects.toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(message) }),
      );
  });
});
