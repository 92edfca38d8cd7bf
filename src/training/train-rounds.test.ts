import { describe, expect, it } from "vitest";
import { seededSource } from "../random/seeded-source.js";
import type { Ledger } from "./ledger.js";
import { checkIn } from "./protocols/check-in.js";
import { readTrainConfig } from "./read-train-config.js";
import { type TrainRoundsOptions, trainRounds } from "./train-rounds.js";
import { startingState, type TrainingState } from "./training-state.js";

type FakeEngine = TrainRoundsOptions["engine"];

/** Least squares towards a vector of ones: example i's gradient is weights - 1, clipped. */
function fakeEngine(overrides: Partial<FakeEngine> = {}): FakeEngine {
  return {
    clippedGradientSum: async (weights, indices, clip) => {
      const gradient = weights.map((weight) => weight - 1);
      const bound = clip.norm === "none" ? Infinity : clip.bound;
      const shrink = Math.max(1, Math.hypot(...gradient) / bound);
      return { sum: gradient.map((entry) => (entry / shrink) * indices.length), lossSum: indices.length };
    },
    randomizedGradientSum: async () => ({ sum: new Float32Array(3), lossSum: 0 }),
    evaluate: async () => ({ count: 100, correct: 50, lossSum: 70 }),
    ...overrides,
  };
}

const CONFIG = readTrainConfig({
  protocol: "check-in",
  model: "mnist-cnn",
  rounds: 20,
  sampleRate: 0.5,
  clipBound: 0.7,
  noiseToClip: 1.3,
  adjacency: "replace-one",
  learningRate: 0.1,
  learningRateSchedule: "linear",
  momentum: 0.5,
  averageDecay: 0.9,
  evaluateEvery: 6,
});

const PROTOCOL = checkIn({ users: 40, checkInRate: 0.5, clipBound: 0.7, reportStdDev: 1.3 * 0.7 });

function options(overrides: Partial<TrainRoundsOptions> = {}): TrainRoundsOptions {
  return {
    config: CONFIG,
    protocol: PROTOCOL,
    engine: fakeEngine(),
    stepFactors: new Float64Array([1, 1, 1]),
    source: seededSource(5),
    from: startingState(new Float32Array([4, -2, 0.5])),
    lastRound: CONFIG.rounds,
    spentBy: async () => [],
    ...overrides,
  };
}

describe("trainRounds", () => {
  it("evaluates every so often and at the end, and counts every round in the ledger", async () => {
    const state = await trainRounds(options());
    expect(state.round).toBe(20);
    expect(state.history.map(({ round }) => round)).toEqual([6, 12, 18, 20]);
    expect(state.history[0]).toEqual({ round: 6, accuracy: 0.5, loss: 0.7, spent: [] });
    expect(state.ledger.event).toEqual({
      kind: "repeat",
      times: 20,
      of: PROTOCOL.describeRound("replace-one"),
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
    const config = readTrainConfig({
      ...CONFIG,
      averageDecay: 0,
      momentum: 0,
      learningRateSchedule: "constant",
    });
    const plain = await trainRounds(options({ config }));
    expect(plain.ledger).toEqual((await trainRounds(options())).ledger);
  });

  it("accounts at evaluations only", async () => {
    const asked: number[] = [];
    const spentBy = async ({ entries }: Ledger) => {
      asked.push(entries[0]!.times);
      return [];
    };
    await trainRounds(options({ spentBy }));
    expect(asked).toEqual([6, 12, 18, 20]);
  });

  it("says what was spent also where it stopped early, and passes an accountant's failure on", async () => {
    const controller = new AbortController();
    const spentBy = async ({ entries }: Ledger) => [
      { method: "pld", status: "proven", epsilon: entries[0]!.times } as const,
    ];
    const onRound = (round: number): void => (round === 8 ? controller.abort() : undefined);
    const { history } = await trainRounds(options({ signal: controller.signal, onRound, spentBy }));
    expect(history.map(({ spent }) => spent[0]?.epsilon)).toEqual([6, 8]);
    const failing = trainRounds(options({ spentBy: () => Promise.reject(new Error("no figure")) }));
    await expect(failing).rejects.toThrow("no figure");
  });

  it("stops after the round at hand when told to, evaluated and sound", async () => {
    const controller = new AbortController();
    const stopAtNine = (round: number): void => (round === 9 ? controller.abort() : undefined);
    const stopped = await trainRounds(options({ signal: controller.signal, onRound: stopAtNine }));
    expect(stopped.round).toBe(9);
    expect(stopped.history.at(-1)?.round).toBe(9);
    const whole = await trainRounds(options());
    expect((await trainRounds(options({ from: stopped }))).weights).toEqual(whole.weights);
  });

  it("moves nothing in a round that nobody joins", async () => {
    const nobody = checkIn({ users: 40, checkInRate: 1e-12, clipBound: 0.7, reportStdDev: 0.9 });
    const from = startingState(new Float32Array([4, -2, 0.5]));
    const state = await trainRounds(options({ protocol: nobody, from }));
    expect(state.weights).toEqual(from.weights);
    expect(state.ledger.entries[0]?.times).toBe(20);
  });

  it.each([
    ["loss", { clippedGradientSum: async () => ({ sum: new Float32Array(3), lossSum: NaN }) }],
    ["weight", { clippedGradientSum: async () => ({ sum: new Float32Array([0, NaN, 0]), lossSum: 1 }) }],
    ["test loss", { evaluate: async () => ({ count: 100, correct: 10, lossSum: Infinity }) }],
  ])("refuses to go on with a %s that is not finite", async (_what, broken) => {
    const seen: TrainingState[] = [];
    const run = trainRounds(
      options({ engine: fakeEngine(broken), onEvaluation: (state) => void seen.push(state) }),
    );
    await expect(run).rejects.toMatchObject({ code: "NOT_CONVERGED" });
    expect(seen).toEqual([]);
  });
});
