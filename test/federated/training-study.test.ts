import { describe, expect, it } from "vitest";
import { budgetGuarantee, guarantees } from "../../src/accounting/index.js";
import { gaussianDelta } from "../../src/accounting/theorems/gaussian.js";
import { DpError } from "../../src/errors.js";
import { readStudy, studyFigures, type TrainingStudy, toHex } from "../../src/federated/index.js";
import { chargedEvent, roundEvent } from "../../src/federated/study/round-event.js";
import * as training from "../../src/federated/training/index.js";
import { makeTrainingStudy, type TrainingStudyOptions } from "../../src/federated/training/index.js";
import { newKeys, URLS } from "./_internal/federation.js";
import { SMALL_TRAINING } from "./_internal/training.js";

const keys = await newKeys();
const study = (more: Partial<TrainingStudyOptions> = {}): TrainingStudy =>
  makeTrainingStudy({
    ...SMALL_TRAINING,
    owner: { publicKey: toHex(keys.owner.publicKey) },
    shuffler: { url: URLS.public, publicKey: toHex(keys.shuffler.publicKey) },
    analyzer: { publicKey: toHex(keys.analyzer.publicKey) },
    ...more,
  });
const CHECK_IN = { kind: "check-in", samplingRate: 0.2, clipBound: 2, noiseToClip: 3 } as const;
const CLDP = { kind: "cldp", randomizer: "linf", clipBound: 0.1 } as const;

describe("a training study", () => {
  it("has every default written out, a slot for each block, and reads back", () => {
    const made = study({ protocol: { ...CHECK_IN, blocks: 4 }, learning: { learningRate: 0.1 } });
    expect(made.protocol).toEqual({
      ...CHECK_IN,
      absentees: "dummy",
      blocks: 4,
      rotationSeed: 0,
      rotationColumns: 1,
    });
    expect(made.learning).toEqual({
      optimizer: "sgd",
      momentum: 0,
      learningRate: 0.1,
      learningRateSchedule: "constant",
      layerSteps: "equal",
      weightDecay: 0,
      averageDecay: 0,
    });
    // 15 weights in 4 blocks of 4, and 4 bytes an entry.
    expect(made.slots).toEqual([16, 16, 16, 16]);
    expect(readStudy("study", JSON.parse(JSON.stringify(made)))).toEqual(made);
  });

  it("says the epsilon of a round's Gaussian reports, rounded up", () => {
    const { localEpsilon } = study({ protocol: { ...CHECK_IN, blocks: 4 } });
    // Vectors 2 C apart, noise 3 C, a fourth of the delta for each of 4 rounds.
    const deltaAt = (epsilon: number) => gaussianDelta({ epsilon, noiseMultiplier: 3 / 2 });
    expect(deltaAt(localEpsilon)).toBeLessThanOrEqual(1e-5 / 4);
    expect(deltaAt(localEpsilon * 0.999)).toBeGreaterThan(1e-5 / 4);
  });

  it.each<[string, (made: TrainingStudy) => unknown, string]>([
    [
      "less than its reports spend",
      (made) => ({ ...made, localEpsilon: made.localEpsilon / 1.01 }),
      "localEpsilon",
    ],
    ["other slots", (made) => ({ ...made, slots: [16] }), "slots"],
    ["fewer users than the cap", (made) => ({ ...made, users: 39 }), "users"],
    ["a seed in a real study", (made) => ({ ...made, purpose: "real" }), "seed"],
    [
      "a default left out",
      ({ learning: { layerSteps: _, ...rest }, ...made }) => ({ ...made, learning: rest }),
      "learning",
    ],
    [
      "a field of another protocol",
      (made) => ({ ...made, protocol: { ...made.protocol, sampled: 3 } }),
      "protocol.sampled",
    ],
    [
      "a number of rounds of its own",
      (made) => ({ ...made, learning: { ...made.learning, rounds: 3 } }),
      "learning.rounds",
    ],
    ["columns", (made) => ({ ...made, columns: [] }), "study"],
    ["another task", (made) => ({ ...made, task: "survey" }), "study"],
    ["an unknown task", (made) => ({ ...made, task: "toString" }), "task"],
    [
      "blocks that are no power of two",
      (made) => ({ ...made, protocol: { ...made.protocol, blocks: 3 } }),
      "blocks",
    ],
    ["weights that are no hash", (made) => ({ ...made, weights: "ab" }), "weights"],
    ["an unknown model", (made) => ({ ...made, model: "toString" }), "model"],
  ])("with %s is refused", (_, change, parameter) => {
    const read = () => readStudy("study", JSON.parse(JSON.stringify(change(study()))));
    expect(read).toThrow(parameter);
    expect(read).toThrow(expect.objectContaining({ code: expect.stringMatching(/BAD_INPUT|OUT_OF_RANGE/) }));
  });

  it("cannot have a sample that somebody draws, frozen layers, or more reports than add up exactly", () => {
    const sampled = { kind: "subsampled-shuffle", sampled: 5, clipBound: 1, noiseToClip: 1 } as never;
    expect(() => study({ protocol: sampled })).toThrow(
      expect.objectContaining({ code: "NOT_APPLICABLE", message: expect.stringContaining("check-in") }),
    );
    const { input } = SMALL_TRAINING.model as { input: object };
    const layers = [
      { kind: "dense", units: 3, frozen: true },
      { kind: "dense", units: 3 },
    ];
    expect(() => study({ model: { input, layers } as never })).toThrow(/frozen/);
    expect(() => study({ cap: 2 ** 22, users: 2 ** 22 })).toThrow(/added up exactly/);
  });
});

describe("the figures of a training", () => {
  const all = { users: 6, dummies: 5, coins: true };

  it("credit coins where absentees send dummies, and to nobody where anybody may join", () => {
    const made = study({ protocol: { ...CHECK_IN, blocks: 4 } });
    const shared = { dummies: 5, blocks: 4, of: { kind: "gaussian", noiseToClip: 3 } };
    expect(chargedEvent(made)).toEqual({
      kind: "checkInShuffle",
      checkInRate: 0.2,
      absentees: "dummy",
      users: 6, // 0.8 of the floor
      ...shared,
    });
    expect(chargedEvent({ ...made, admission: "open" })).toEqual({ kind: "shuffle", users: 1, ...shared });
    expect(roundEvent(made, { ...all, users: 1, coins: false })).toEqual({
      kind: "shuffle",
      users: 1,
      ...shared,
    });
  });

  it("credit no coins where absentees are silent, and no sample to cldp", () => {
    const silent = study({ protocol: { ...CHECK_IN, absentees: "silent" } });
    const of = { kind: "gaussian", noiseToClip: 3 };
    expect(roundEvent(silent, all)).toEqual({ kind: "shuffle", users: 6, dummies: 5, of });
    const cldp = study({ protocol: CLDP, localEpsilon: 2 });
    const report = { kind: "subsetResponse", epsilon: 2, mass: 0.5 };
    expect(roundEvent(cldp, { ...all, dummies: 0 })).toEqual({ kind: "shuffle", users: 6, of: report });
  });

  it("are those of their events: a curious shuffler's without dummies, all others' without users", {
    tags: ["slow"],
  }, () => {
    const made = study({
      protocol: { ...CHECK_IN, blocks: 4 },
      floor: 5000,
      cap: 9000,
      users: 9000,
      dummies: 3000,
    });
    const { full, dummiesOnly, plain, local } = studyFigures(made);
    const event = {
      absentees: "dummy",
      checkInRate: 0.2,
      blocks: 4,
      of: { kind: "gaussian", noiseToClip: 3 },
    } as const;
    const query = { adjacency: "zero-out", delta: 1e-5 } as const;
    const upper = (of: Parameters<typeof guarantees>[0]) =>
      budgetGuarantee(guarantees({ kind: "repeat", times: 4, of }, query)).epsilon.upper;
    expect(full.guarantee.epsilon.upper).toBe(
      upper({ kind: "checkInShuffle", users: 4000, dummies: 3000, ...event }),
    );
    const { absentees: _, checkInRate: __, ...plainEvent } = event;
    expect(dummiesOnly.guarantee.epsilon.upper).toBe(
      upper({ kind: "shuffle", users: 1, dummies: 3000, ...plainEvent }),
    );
    expect(plain.guarantee.epsilon.upper).toBe(upper({ kind: "checkInShuffle", users: 4000, ...event }));
    expect(local.guarantee.epsilon.upper).toBe(upper({ kind: "gaussian", noiseToClip: 3 }));
    const figures = [full, plain, dummiesOnly, local].map(({ guarantee }) => guarantee.epsilon.upper);
    expect(figures).toEqual([...figures].sort((a, b) => a - b));
    expect(full.credits).toContain("secret coins");
    expect(dummiesOnly.credits).not.toContain("coins");
  });
});

const CALLS = Object.entries(training).filter(
  ([name, value]) => name !== "DpError" && typeof value === "function",
);

it.each(CALLS)("%s gives a DpError to who calls it with junk", async (_name, call) => {
  for (const given of [[], [undefined], [null], [7], [{}], [[]], [7, 7], [{}, {}]])
    await expect((async () => (call as (...all: unknown[]) => unknown)(...given))()).rejects.toBeInstanceOf(
      DpError,
    );
});
