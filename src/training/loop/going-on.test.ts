import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { examplesFrom } from "../data/examples-from.js";
import type { GaussianProtocolOptions } from "../options/train-options.js";
import { train } from "./train.js";
import type { TrainingState } from "./training-state.js";

const inputs = Array.from({ length: 40 }, (_, i) => [i / 40, 1, -i / 40]);
const examples = examplesFrom(
  inputs,
  inputs.map((_, i) => i % 2),
);
const allocation = (roundsPerEpoch: number): GaussianProtocolOptions => ({
  kind: "random-allocation",
  roundsPerEpoch,
  clipBound: 1,
  noiseToClip: 2,
});
const central: GaussianProtocolOptions = { kind: "central", samplingRate: 0.2, clipBound: 1, noiseToClip: 2 };

const setup = {
  model: { input: { height: 1, width: 1, channels: 3 }, layers: [{ kind: "dense", units: 2 }] },
  data: { train: examples, test: examples },
} as const;

const run = (protocol: GaussianProtocolOptions, rounds: number, from?: TrainingState) =>
  train({
    ...setup,
    privacy: { adjacency: "zero-out", delta: 1e-5 },
    protocol,
    rounds,
    learningRate: 0.1,
    threads: 1,
    source: seededSource(5),
    ...(from && { from }),
  });

describe("a run goes on", () => {
  it("at the cost of all its rounds", { tags: ["slow"] }, async () => {
    const { state } = await run(allocation(4), 8);
    const { event } = await run(allocation(4), 12, state);
    expect(event).toMatchObject({ kind: "repeat", times: 3, of: { kind: "randomAllocation", steps: 4 } });
  });

  it("not between rounds whose batches were drawn together", { tags: ["slow"] }, async () => {
    const { state } = await run(allocation(4), 6);
    await expect(run(allocation(4), 8, state)).rejects.toThrow(/from\.round must be a multiple of 4, got 6/);
  });

  it("not under another protocol, nor with more rounds than were charged", { tags: ["slow"] }, async () => {
    const { state } = await run(central, 1);
    await expect(run(allocation(20), 40, state)).rejects.toThrow(/from\.ledger must be/);
    await expect(run(central, 10, { ...state, round: 2 })).rejects.toThrow(/from\.ledger must be 2 or more/);
    await expect(run(central, 10, { ...state, round: 9 })).rejects.toThrow(/from\.ledger must be 9 or more/);
    await expect(run(central, 10, { ...state, round: -1 })).rejects.toThrow(/from\.round must be an integer/);
    const { model, data } = setup;
    const free = {
      model,
      data,
      protocol: { kind: "nonprivate", batchSize: 10 },
      rounds: 10,
      learningRate: 0.1,
    } as const;
    await expect(train({ ...free, from: state })).rejects.toThrow(/from\.ledger must be without charges/);
  });

  it("with the charges of an earlier version, which said less of the reports", {
    tags: ["slow"],
  }, async () => {
    const cldp = {
      kind: "cldp",
      sampled: 8,
      randomizer: "priv-unit",
      localEpsilon: 2,
      clipBound: 1,
    } as const;
    const privacy = { adjacency: "replace-one", delta: 1e-5 } as const;
    const rest = { protocol: cldp, privacy, learningRate: 0.1, threads: 1, source: seededSource(5) };
    const { state, event } = await train({ ...setup, ...rest, rounds: 2 });
    expect(event).toMatchObject({ times: 2, of: { of: { kind: "subsetResponse", epsilon: 2 } } });
    const former = {
      kind: "subsampledShuffle",
      users: 40,
      sampled: 8,
      of: { kind: "local", epsilon: 2 },
    } as const;
    const begun = { ...state, ledger: { kind: "repeat", times: 2, of: former } as const };
    const outcome = await train({ ...setup, ...rest, rounds: 5, from: begun });
    expect(outcome.event).toEqual({ kind: "repeat", times: 5, of: former });
    const other = { ...state, ledger: { kind: "repeat", times: 2, of: { ...former, sampled: 7 } } as const };
    await expect(train({ ...setup, ...rest, rounds: 5, from: other })).rejects.toThrow(
      /from\.ledger must be/,
    );
  });
});
