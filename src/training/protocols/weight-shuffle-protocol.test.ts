import { describe, expect, it } from "vitest";
import { seededSource } from "../../random/seeded-source.js";
import { mnistCnn } from "../models/mnist-cnn.js";
import { mnistHog } from "../models/mnist-hog.js";
import type { Model } from "../models/model.js";
import { central } from "./central.js";
import { type WeightShuffleOptions, weightShuffleProtocol } from "./weight-shuffle-protocol.js";

const MODEL: Model = {
  input: { height: 1, width: 1, channels: 2 },
  layers: [
    { kind: "dense", units: 3 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 2 },
  ],
};
const OPTIONS: WeightShuffleOptions = {
  examples: 500,
  samplingRate: 0.2,
  clipBound: 0.7,
  sumStdDev: 1.3,
  batchClipBound: 5,
  model: MODEL,
};

describe("shuffled DP-SGD", () => {
  it("samples, clips and divides as central DP-SGD does", () => {
    const [plain, shuffled] = [central(OPTIONS), weightShuffleProtocol(OPTIONS)];
    expect(shuffled.clip).toEqual(plain.clip);
    expect(shuffled.expectedBatch).toBe(100);
    expect(shuffled.sampleBatches(seededSource(1))).toEqual(plain.sampleBatches(seededSource(1)));
    const sum = new Float64Array(17).fill(1); // of norm 4.1: not clipped again
    expect(shuffled.releaseMean(sum, 93, seededSource(2))).toEqual(
      plain.releaseMean(sum, 93, seededSource(2)),
    );
  });

  it("charges for a permuted Poisson sample: d of the model, c' over c", () => {
    const of = central(OPTIONS).describeEvent();
    const kind = "weightShuffle";
    expect(weightShuffleProtocol(OPTIONS).describeEvent()).toEqual({
      kind,
      dimension: 15,
      batchClipRatio: 5 / 0.7,
      of,
    });
    const large = weightShuffleProtocol({ ...OPTIONS, model: mnistCnn("tanh") });
    expect(large.describeEvent()).toMatchObject({ dimension: 13_696 });
  });

  it("clips a batch's sum to c' before the noise, not after", () => {
    const sum = Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i));
    const norm = Math.hypot(...sum);
    const released = weightShuffleProtocol(OPTIONS).releaseMean(sum, 93, seededSource(3));
    const noise = central(OPTIONS).releaseMean(new Float64Array(sum.length), 93, seededSource(3));
    const signal = released.map((entry, i) => (entry - noise[i]!) * 100);
    expect(Math.abs(Math.hypot(...signal) / 5 - 1)).toBeLessThan(1e-12);
    for (const [i, entry] of signal.entries()) expect(entry).toBeCloseTo((sum[i]! * 5) / norm, 12);
  });

  it("brings no two sums farther apart by it", () => {
    const noiseless = weightShuffleProtocol({ ...OPTIONS, sumStdDev: Number.MIN_VALUE });
    const clipped = (sum: Float64Array) => noiseless.releaseMean(sum, 1, seededSource(1)).map((x) => 100 * x);
    const distance = (a: Float64Array, b: Float64Array) => Math.hypot(...a.map((x, i) => x - b[i]!));
    for (let seed = 0; seed < 200; seed++) {
      const words = new Uint32Array(6);
      seededSource(seed).fill(words);
      const [a, b] = [words.slice(0, 3), words.slice(3)].map((part) =>
        Float64Array.from(part, (word) => (word / 2 ** 32 - 0.5) * 2 ** (seed % 9)),
      );
      expect(distance(clipped(a!), clipped(b!))).toBeLessThanOrEqual(distance(a!, b!) * (1 + 1e-12));
    }
  });

  it("moves every vector by the same permutations, drawn afresh", () => {
    const { afterUpdate } = weightShuffleProtocol(OPTIONS);
    const vector = Float32Array.from({ length: 17 }, (_, i) => i);
    const move = afterUpdate!(seededSource(4));
    expect(move(vector)).toEqual(move(vector));
    expect([...move(vector.map((x) => 2 * x))]).toEqual([...move(vector)].map((x) => 2 * x));
    const orders = Array.from({ length: 60 }, (_, seed) => afterUpdate!(seededSource(seed))(vector).join());
    expect(new Set(orders).size).toBe(6);
  });

  it.each([
    ["batchClipBound", { batchClipBound: 0 }],
    ["batchClipBound", { batchClipBound: NaN }],
    ["batchClipBound", { batchClipBound: 1e5 }],
    ["sumStdDev", { sumStdDev: 0 }],
    ["samplingRate", { samplingRate: 2 }],
  ])("refuses a bad %s", (parameter, wrong) => {
    const make = () => weightShuffleProtocol({ ...OPTIONS, ...wrong });
    expect(make).toThrow(expect.objectContaining({ code: "OUT_OF_RANGE" }));
    expect(make).toThrow(`${parameter} must be`);
  });

  it("refuses a model that has nothing to permute, by its tensor's name", () => {
    const make = () => weightShuffleProtocol({ ...OPTIONS, model: mnistHog() });
    expect(make).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
    expect(make).toThrow(/0\.dense\.weights/);
    expect(() => weightShuffleProtocol({ ...OPTIONS, model: {} as never })).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
  });
});
