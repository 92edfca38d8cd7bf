import { beforeEach, describe, expect, it, vi } from "vitest";
import { budgetGuarantee } from "../../accounting/budget-guarantee.js";
import { guarantees } from "../../accounting/guarantees.js";
import * as ledgers from "../../accounting/ledger/open-ledger.js";
import type { MechanismEvent } from "../../privacy/mechanism-event.js";
import * as normals from "../../random/fill-normals.js";
import { seededSource } from "../../random/seeded-source.js";
import { examplesFrom } from "../data/examples-from.js";
import type { GaussianProtocolOptions } from "../options/train-options.js";
import { train } from "./train.js";
import type { TrainCircumstances } from "./train-circumstances.js";

vi.mock(import("../../accounting/ledger/open-ledger.js"), { spy: true });
vi.mock(import("../../random/fill-normals.js"), { spy: true });
const openLedger = vi.mocked(ledgers.openLedger);
const fillNormals = vi.mocked(normals.fillNormals);

const inputs = Array.from({ length: 40 }, (_, i) => [i / 40, 1, -i / 40]);
const examples = examplesFrom(
  inputs,
  inputs.map((_, i) => i % 2),
);
const CENTRAL: GaussianProtocolOptions = { kind: "central", samplingRate: 0.2, clipBound: 1, noiseToClip: 2 };
const ROUND = { kind: "poissonSample", rate: 0.2, of: { kind: "gaussian", noiseToClip: 2 } } as const;
const PRIVACY = { adjacency: "zero-out", delta: 1e-5 } as const;

const run = (
  rounds: number,
  circumstances: Partial<TrainCircumstances> = {},
  protocol: GaussianProtocolOptions = CENTRAL,
) =>
  train({
    model: { input: { height: 1, width: 1, channels: 3 }, layers: [{ kind: "dense", units: 2 }] },
    data: { train: examples, test: examples },
    privacy: PRIVACY,
    protocol,
    rounds,
    learningRate: 0.1,
    threads: 1,
    source: seededSource(5),
    evaluateEvery: 4,
    ...circumstances,
  });

beforeEach(() => {
  openLedger.mockClear();
  fillNormals.mockClear();
});

describe("a run's ledger", () => {
  it("is one, however many rounds there are", { tags: ["slow"] }, async () => {
    const { state } = await run(20);
    expect(state.ledger).toEqual({ kind: "repeat", times: 20, of: ROUND });
    expect(openLedger).toHaveBeenCalledTimes(1);
  });

  it("is charged for a round before its noise is drawn", { tags: ["slow"] }, async () => {
    const noisesBefore: number[] = [];
    const onCharge = (event: MechanismEvent) => {
      expect(event).toEqual(ROUND);
      noisesBefore.push(fillNormals.mock.calls.length);
    };
    await run(4, { onCharge });
    const [start, ...rest] = noisesBefore;
    expect(rest).toEqual([start! + 1, start! + 2, start! + 3]);
    expect(fillNormals.mock.calls.length).toBe(start! + 4);
  });

  it("is charged for an epoch of random allocation as a whole, before its first round", {
    tags: ["slow"],
  }, async () => {
    const charged: [MechanismEvent, number][] = [];
    let done = 0;
    const allocation = {
      kind: "random-allocation",
      roundsPerEpoch: 4,
      clipBound: 1,
      noiseToClip: 2,
    } as const;
    const onCharge = (event: MechanismEvent) => charged.push([event, done]);
    await run(
      6,
      { onCharge: (event) => void onCharge(event), onRound: (round) => (done = round) },
      allocation,
    );
    const epoch = { kind: "randomAllocation", steps: 4, of: { kind: "gaussian", noiseToClip: 2 } };
    expect(charged).toEqual([
      [epoch, 0],
      [epoch, 4],
    ]);
  });

  it("refuses a release that a caller's own ledger has no budget for, and nothing of it is drawn", {
    tags: ["slow"],
  }, async () => {
    const figure = (times: number) =>
      budgetGuarantee(guarantees({ kind: "repeat", times, of: ROUND }, PRIVACY)).epsilon.upper;
    const own = ledgers.openLedger({ budget: { ...PRIVACY, epsilon: figure(5) } });
    const rounds: number[] = [];
    let noises = 0;
    const stopped = run(9, {
      onCharge: (event) => {
        noises = fillNormals.mock.calls.length;
        own.charge(event);
      },
      onRound: (round) => rounds.push(round),
    });
    await expect(stopped).rejects.toMatchObject({ code: "BUDGET_EXCEEDED" });
    expect(rounds).toEqual([1, 2, 3, 4, 5]);
    expect(fillNormals).toHaveBeenCalledTimes(noises);
    expect(own.event.of).toEqual([{ kind: "repeat", times: 5, of: ROUND }]);
  });

  it("waits for no promise: a charge must be made when the hook returns", { tags: ["slow"] }, async () => {
    const onCharge = (async () => {}) as unknown as () => void;
    await expect(run(2, { onCharge })).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(run(2, { onCharge: 3 as never })).rejects.toThrow("train: onCharge must be a function");
  });

  it("counts what a state was charged for already", { tags: ["slow"] }, async () => {
    const { state } = await run(3);
    const begun = { ...state, ledger: { kind: "repeat", times: 7, of: ROUND } } as const;
    expect((await run(5, { from: begun })).event).toEqual({ kind: "repeat", times: 9, of: ROUND });
  });

  it("is none without privacy", { tags: ["slow"] }, async () => {
    const { state, event } = await train({
      model: { input: { height: 1, width: 1, channels: 3 }, layers: [{ kind: "dense", units: 2 }] },
      data: { train: examples, test: examples },
      protocol: { kind: "nonprivate", batchSize: 8 },
      rounds: 2,
      learningRate: 0.1,
      threads: 1,
    });
    expect(state.ledger).toEqual({ kind: "sequence", of: [] });
    expect(event).toBeUndefined();
  });
});

describe("a state's ledger from a caller", () => {
  let begun: ReturnType<typeof run> | undefined;

  it.each([
    ["nothing", undefined],
    ["a class of an earlier version", { entries: [] }],
    ["no event", { kind: "repeat", times: 2 }],
    ["a number of rounds that is none", { kind: "repeat", times: -1, of: ROUND }],
  ])("is refused where it is %s, by its path", { tags: ["slow"] }, async (_, ledger) => {
    begun ??= run(1);
    const { state } = await begun;
    await expect(run(2, { from: { ...state, ledger } as never })).rejects.toThrow(/train: from\.ledger/);
  });

  it("is the same whatever way its rounds are written down", { tags: ["slow"] }, async () => {
    const { state } = await run(2);
    const ledger = { kind: "sequence", of: [ROUND, { kind: "repeat", times: 1, of: ROUND }] } as const;
    const { event } = await run(3, { from: { ...state, ledger } });
    expect(event).toEqual({ kind: "repeat", times: 3, of: ROUND });
  });
});
