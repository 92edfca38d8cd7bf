import { describe, expect, it } from "vitest";
import { DpError } from "../../errors.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import { seededSource } from "../../random/seeded-source.js";
import { decodeCheckpoint } from "../checkpoint/decode-checkpoint.js";
import { encodeCheckpoint } from "../checkpoint/encode-checkpoint.js";
import { readTrainConfig } from "../config/read-train-config.js";
import type { TrainConfig } from "../config/train-config.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { settleConfig } from "../options/settle-config.js";
import { checkIn } from "../protocols/check-in.js";
import type { Protocol } from "../protocols/protocol.js";
import { chargesIn } from "./_internal/charged-event.js";
import { type TrainRoundsOptions, trainRounds } from "./train-rounds.js";
import { startingState, type TrainingState } from "./training-state.js";

type FakeEngine = TrainRoundsOptions["engine"];

const EXAMPLES = 40;

function settled(config: Readonly<Record<string, unknown>>): SettledConfig {
  return settleConfig(readTrainConfig(config), EXAMPLES);
}

/** Least squares towards a vector of ones: example i's gradient is weights - 1, clipped. */
function fakeEngine(overrides: Partial<FakeEngine> = {}): FakeEngine {
  return {
    clippedGradientSum: async (weights, indices, clip) => {
      const gradient = Float64Array.from(weights, (weight) => weight - 1);
      const bound = clip.norm === "none" ? Infinity : clip.bound;
      const shrink = Math.max(1, Math.hypot(...gradient) / bound);
      return { sum: gradient.map((entry) => (entry / shrink) * indices.length), lossSum: indices.length };
    },
    randomizedGradientSum: async () => ({ sum: new Float64Array(3), lossSum: 0 }),
    evaluate: async () => ({ count: 100, correct: 50, lossSum: 70 }),
    ...overrides,
  };
}

const CONFIG = settled({
  protocol: "check-in",
  model: "mnist-cnn",
  rounds: 20,
  samplingRate: 0.5,
  clipBound: 0.7,
  noiseToClip: 1.3,
  adjacency: "replace-one",
  learningRate: 0.1,
  learningRateSchedule: "linear",
  momentum: 0.5,
  averageDecay: 0.9,
  evaluateEvery: 6,
});

const PROTOCOL = checkIn({ users: 40, samplingRate: 0.5, clipBound: 0.7, reportStdDev: 1.3 * 0.7 });

function options(overrides: Partial<TrainRoundsOptions> = {}): TrainRoundsOptions {
  return {
    config: CONFIG,
    protocol: PROTOCOL,
    engine: fakeEngine(),
    stepFactors: [{ end: 3, factor: 1 }],
    source: seededSource(5),
    from: startingState(new Float32Array([4, -2, 0.5]), EXAMPLES),
    lastRound: CONFIG.rounds,
    spentBy: async () => [],
    ...overrides,
  };
}

/** How many rounds of one kind were charged. */
function timesIn(charged: MechanismEvent): number {
  const [charge, ...others] = chargesIn(charged);
  expect(others).toEqual([]);
  return charge!.times;
}

describe("trainRounds", () => {
  it("evaluates every so often and at the end, and counts every round in the ledger", async () => {
    const state = await trainRounds(options());
    expect(state.round).toBe(20);
    expect(state.history.map(({ round }) => round)).toEqual([6, 12, 18, 20]);
    expect(state.history[0]).toEqual({ round: 6, accuracy: 0.5, loss: 0.7, spent: [] });
    expect(state.ledger).toEqual({
      kind: "repeat",
      times: 20,
      of: PROTOCOL.describeEvent(),
    });
  });

  it("ends in the very same weights when a seeded run stops and goes on", async () => {
    const whole = await trainRounds(options());
    const half = await trainRounds(options({ lastRound: 7 }));
    const rest = await trainRounds(options({ from: half }));
    expect(rest.weights).toEqual(whole.weights);
    expect(rest.average).toEqual(whole.average);
    expect(rest.ledger).toEqual(whole.ledger);
    const other = await trainRounds(options({ source: seededSource(6) }));
    expect(other.weights).not.toEqual(whole.weights);
  });

  it("spends the same whatever becomes of the released gradients", async () => {
    const config = settled({
      ...CONFIG,
      averageDecay: 0,
      momentum: 0,
      learningRateSchedule: "constant",
    });
    const plain = await trainRounds(options({ config }));
    expect(plain.ledger).toEqual((await trainRounds(options())).ledger);
  });

  it("accounts at evaluations only", async () => {
    const requested: number[] = [];
    const spentBy = async (charged: MechanismEvent) => {
      requested.push(timesIn(charged));
      return [];
    };
    await trainRounds(options({ spentBy }));
    expect(requested).toEqual([6, 12, 18, 20]);
  });

  it("says what was spent also where it stopped early, and passes an accountant's failure on", async () => {
    const controller = new AbortController();
    const spentBy = async (charged: MechanismEvent) => [
      { method: "pld", status: "proven", epsilon: timesIn(charged) } as const,
    ];
    const onRound = (round: number): void => (round === 8 ? controller.abort() : undefined);
    const { history } = await trainRounds(options({ signal: controller.signal, onRound, spentBy }));
    expect(history.map(({ spent }) => spent[0]?.epsilon)).toEqual([6, 8]);
    const failing = trainRounds(options({ spentBy: () => Promise.reject(new Error("no figure")) }));
    await expect(failing).rejects.toThrow("no figure");
  });

  it("stops after the current round on the signal, evaluated and sound", async () => {
    const controller = new AbortController();
    const stopAtNine = (round: number): void => (round === 9 ? controller.abort() : undefined);
    const stopped = await trainRounds(options({ signal: controller.signal, onRound: stopAtNine }));
    expect(stopped.round).toBe(9);
    expect(stopped.history.at(-1)?.round).toBe(9);
    const whole = await trainRounds(options());
    expect((await trainRounds(options({ from: stopped }))).weights).toEqual(whole.weights);
  });

  it("moves nothing in a round that nobody joins", async () => {
    const nobody = checkIn({ users: 40, samplingRate: 1e-12, clipBound: 0.7, reportStdDev: 0.9 });
    const from = startingState(new Float32Array([4, -2, 0.5]), EXAMPLES);
    const state = await trainRounds(options({ protocol: nobody, from }));
    expect(state.weights).toEqual(from.weights);
    expect(timesIn(state.ledger)).toBe(20);
  });

  it.each([
    ["weight", { clippedGradientSum: async () => ({ sum: new Float64Array([0, NaN, 0]), lossSum: 1 }) }],
    ["test loss", { evaluate: async () => ({ count: 100, correct: 10, lossSum: Infinity }) }],
  ])(
    "refuses to go on with a %s that is not finite, which only what was released can show",
    async (_what, broken) => {
      const seen: TrainingState[] = [];
      const run = trainRounds(
        options({ engine: fakeEngine(broken), onEvaluation: (state) => void seen.push(state) }),
      );
      await expect(run).rejects.toMatchObject({ code: "NOT_CONVERGED" });
      expect(seen).toEqual([]);
    },
  );

  it.each([
    ["a weight, in round 8", 8, "clippedGradientSum"],
    ["the test loss after round 12", 12, "evaluate"],
    ["the test loss after round 12, as the engine says", 12, "engine"],
  ] as const)("charges the rounds that lead to %s that is not finite", async (_what, round, broken) => {
    let calls = 0;
    const sound = fakeEngine();
    const engine = fakeEngine({
      clippedGradientSum: async (...args) => {
        const { sum, lossSum } = await sound.clippedGradientSum(...args);
        calls++;
        return { sum: broken === "clippedGradientSum" && calls === 8 ? sum.map(() => NaN) : sum, lossSum };
      },
      evaluate: async () => {
        if (broken === "engine" && calls === 12) throw new DpError("NOT_CONVERGED", "evaluate: not finite");
        return { count: 9, correct: 1, lossSum: broken === "evaluate" && calls === 12 ? NaN : 1 };
      },
    });
    const left: TrainingState[] = [];
    const run = trainRounds(options({ engine, onDivergence: (state) => void left.push(state) }));
    await expect(run).rejects.toMatchObject({ code: "NOT_CONVERGED" });
    expect(left).toMatchObject([{ round: 6, ledger: { kind: "repeat", times: round } }]);
    expect(left[0]!.weights.every(Number.isFinite)).toBe(true);
  });

  it("goes on whatever the training loss: it was not released", async () => {
    const lossless = fakeEngine({
      clippedGradientSum: async (...args) => ({
        ...(await fakeEngine().clippedGradientSum(...args)),
        lossSum: NaN,
      }),
    });
    const { weights } = await trainRounds(options({ engine: lossless }));
    expect(weights).toEqual((await trainRounds(options())).weights);
  });
});

describe("blocks that users join each by itself", () => {
  it("reach the engine with the users, drawn once a round", async () => {
    const shuffled = { blocks: 2, joins: "per-block", absentees: "dummy" } as const;
    const protocol = checkIn({
      ...{ users: 40, samplingRate: 0.5, clipBound: 0.7, reportStdDev: 0.91 },
      ...shuffled,
    });
    const drawn: unknown[] = [];
    const summed: unknown[] = [];
    const watched: Protocol = {
      ...protocol,
      sampleBlocks(source) {
        const batch = protocol.sampleBlocks!(source);
        drawn.push([batch.users, batch.joins]);
        return batch;
      },
    };
    const engine = fakeEngine({
      clippedGradientSum(weights, indices, clip, joins) {
        summed.push([indices, joins]);
        return fakeEngine().clippedGradientSum(weights, indices, clip);
      },
    });
    const { ledger } = await trainRounds(options({ protocol: watched, engine }));
    expect(drawn).toHaveLength(20);
    expect(summed).toEqual(drawn);
    expect(ledger).toMatchObject({ times: 20, of: { blocks: 2, joins: "per-block" } });
  });
});

describe("what a protocol makes of the weights after an update", () => {
  const LENGTH = 6;
  const move = (entries: Float32Array) => entries.map((_, i) => entries[(i + 1) % LENGTH]!);
  const still: Protocol = {
    ...PROTOCOL,
    releaseMean: (sum, participants) => sum.map((x) => x / participants),
  };
  const config = settled({ ...CONFIG, model: "mnist-cnn", optimizer: "adam", momentum: undefined });
  const run = (protocol: Protocol) =>
    trainRounds(
      options({
        config,
        protocol,
        stepFactors: [{ end: LENGTH, factor: 1 }],
        from: startingState(Float32Array.of(4, -2, 0.5, 7, -1, 3), EXAMPLES),
      }),
    );

  it("is made of the optimizer's memory and of the average too, so that the run stays the same", async () => {
    const [plain, moved] = [await run(still), await run({ ...still, afterUpdate: () => move })];
    const back = (entries: Float32Array) =>
      entries.map((_, i) => entries[(i + LENGTH - (20 % LENGTH)) % LENGTH]!);
    expect(moved.weights).not.toEqual(plain.weights);
    expect(back(moved.weights)).toEqual(plain.weights);
    expect(back(moved.average)).toEqual(plain.average);
    expect(moved.memory.map(back)).toEqual(plain.memory);
  });

  it("is drawn afresh in every round, from a stream of its own", async () => {
    const drawn: number[] = [];
    const afterUpdate: Protocol["afterUpdate"] = (source) => {
      const words = new Uint32Array(1);
      source.fill(words);
      drawn.push(words[0]!);
      return (entries) => entries;
    };
    await run({ ...still, afterUpdate });
    expect(new Set(drawn).size).toBe(20);
  });
});

describe("every protocol", () => {
  const COMMON = {
    model: "mnist-cnn",
    rounds: 22,
    adjacency: "zero-out",
    learningRate: 0.1,
    averageDecay: 0.9,
    evaluateEvery: 6,
  };
  const GAUSSIAN = { ...COMMON, clipBound: 0.7, noiseToClip: 1.3 };
  const CONFIGS = [
    { ...GAUSSIAN, protocol: "check-in", samplingRate: 0.5 },
    { ...GAUSSIAN, protocol: "central", samplingRate: 0.5, optimizer: "adam" },
    { ...GAUSSIAN, protocol: "subsampled-shuffle", sampled: 13, momentum: 0.5 },
    { ...GAUSSIAN, protocol: "random-allocation", roundsPerEpoch: 4, optimizer: "adam" },
    { ...GAUSSIAN, protocol: "weight-shuffle", samplingRate: 0.5, batchClipBound: 4, optimizer: "adam" },
    { ...COMMON, protocol: "cldp", randomizer: "priv-unit", localEpsilon: 2, sampled: 9, clipBound: 0.7 },
    { ...COMMON, protocol: "nonprivate", batchSize: 7, optimizer: "adam", adjacency: undefined },
  ].map((config) => [config.protocol, settled(config)] as const);

  /** The first weight moves by each example's number, so that batches leave a trace; reports by their key. */
  const tracing = fakeEngine({
    clippedGradientSum: async (weights, indices) => {
      const sum = Float64Array.from(weights, (weight) => (weight - 1) * indices.length);
      for (const index of indices) sum[0]! += index;
      return { sum, lossSum: 1 };
    },
    randomizedGradientSum: async (_weights, indices, _randomizer, source) => {
      const words = new Uint32Array(3);
      source.fill(words);
      const total = indices.reduce((sum, index) => sum + index, 0);
      return { sum: Float64Array.from(words, (word) => total + word / 2 ** 32), lossSum: 1 };
    },
  });

  /** Ten weights, of which all but the last two are permuted. */
  const PERMUTED = {
    input: { height: 1, width: 1, channels: 1 },
    layers: [
      { kind: "dense", units: 2 },
      { kind: "dense", units: 2 },
    ],
  } as const;
  const ofTen = {
    stepFactors: [{ end: 10, factor: 1 }],
    from: startingState(new Float32Array(10), EXAMPLES),
  };

  const runOf = (config: SettledConfig, overrides: Partial<TrainRoundsOptions> = {}) =>
    trainRounds(
      options({
        config,
        protocol: protocolOf(config, EXAMPLES, PERMUTED),
        ...(config.protocol === "weight-shuffle" ? ofTen : {}),
        engine: tracing,
        lastRound: 22,
        ...overrides,
      }),
    );

  it.each(CONFIGS)(
    "%s ends in the same bits when a run stops, is saved, and goes on",
    async (_name, config) => {
      const whole = await runOf(config);
      const controller = new AbortController();
      const stopAtNine = (round: number): void => (round === 9 ? controller.abort() : undefined);
      const stopped = await runOf(config, { signal: controller.signal, onRound: stopAtNine });
      expect(stopped.round).toBeLessThan(22);
      const bytes = await encodeCheckpoint({
        name: "run",
        config: config as TrainConfig & SettledConfig,
        state: stopped,
      });
      const { state } = await decodeCheckpoint(bytes, "run");
      expect(await runOf(config, { from: state })).toEqual({ ...whole, history: expect.anything() });
      const other = await runOf(config, { source: seededSource(6) });
      expect(other.weights).not.toEqual(whole.weights);
    },
  );

  const ALLOCATION = CONFIGS.find(([name]) => name === "random-allocation")![1];
  const timesOf = ({ ledger }: TrainingState) => chargesIn(ledger).map(({ times }) => times);

  it("random allocation pauses between epochs only, and charges a last epoch cut short as a whole", async () => {
    const state = await runOf(ALLOCATION);
    expect(state.history.map(({ round }) => round)).toEqual([8, 12, 20, 22]);
    expect(timesOf(state)).toEqual([6]);
    const controller = new AbortController();
    const stopAtNine = (round: number): void => (round === 9 ? controller.abort() : undefined);
    const stopped = await runOf(ALLOCATION, { signal: controller.signal, onRound: stopAtNine });
    expect(stopped.round).toBe(12);
    expect(timesOf(stopped)).toEqual([3]);
  });

  it("random allocation uses every example exactly once an epoch, and allocates each epoch afresh", async () => {
    const batches: number[][] = [];
    const clippedGradientSum: FakeEngine["clippedGradientSum"] = async (weights, indices) => {
      batches.push([...indices]);
      return { sum: new Float64Array(weights.length), lossSum: 1 };
    };
    await runOf(ALLOCATION, { engine: fakeEngine({ clippedGradientSum }) });
    const everyone = Array.from({ length: EXAMPLES }, (_, i) => i);
    const epochs = [0, 4, 8, 12, 16].map((first) => batches.slice(first, first + 4));
    for (const epoch of epochs) expect(epoch.flat().sort((a, b) => a - b)).toEqual(everyone);
    expect(epochs[1]).not.toEqual(epochs[0]);
  });

  it("random allocation plans what it will have charged", async () => {
    const planned: number[][] = [];
    const spentBy = async (charged: MechanismEvent) => {
      planned.push(chargesIn(charged).map(({ times }) => times));
      return [];
    };
    await runOf(ALLOCATION, { spentBy });
    expect(planned).toEqual([[2], [3], [5], [6]]);
  });
});
