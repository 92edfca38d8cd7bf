import type { Worker } from "node:worker_threads";
import { DpError } from "croupier-dp";
import { rotateAndCut } from "croupier-dp/mechanisms";
import { initialWeights, type Model } from "croupier-dp/models";
import { secureSource, seededSource } from "croupier-dp/random";
import {
  type ClipRule,
  type Evaluation,
  type Examples,
  type GradientEngine,
  type GradientRandomizer,
  type GradientSum,
  loadMnist,
  openGradientEngine,
} from "croupier-dp/training";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortAndLong } from "../short-and-long.js";

const { train, test } = await loadMnist();
const weights = initialWeights("mnist-cnn", seededSource(3));
const CLIP: ClipRule = { norm: "l2", bound: 0.7 };
const BLOCKS: ClipRule = { norm: "l2-blocks", bound: 0.7, blocks: 16, rotationSeed: 3 };

/** Every 13th example, and enough of them that chunks are shared and the last one is not full. */
const INDICES = Uint32Array.from({ length: 1500 }, (_, i) => (i * 13) % train.count);

function open(threads: number, signal?: AbortSignal): Promise<GradientEngine> {
  return openGradientEngine({ model: "mnist-cnn", train, test, threads, signal });
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DpError ? `${error.code} ${error.message}` : `not a DpError: ${error}`;
}

describe("an engine", () => {
  let engine: GradientEngine;
  beforeAll(async () => {
    engine = await open(2);
  });
  afterAll(() => engine.close());

  it("says its size", () => {
    expect(engine.dimension).toBe(13_706);
    expect(engine.threads).toBe(2);
  });

  it("gives zeros for no examples", async () => {
    const { sum, lossSum } = await engine.clippedGradientSum(weights, new Uint32Array(), CLIP);
    expect(sum).toEqual(new Float64Array(13_706));
    expect(lossSum).toBe(0);
  });

  it("adds repeated examples as often as they are named", async () => {
    const once = await engine.clippedGradientSum(weights, Uint32Array.of(5), CLIP);
    const twice = await engine.clippedGradientSum(weights, Uint32Array.of(5, 5), CLIP);
    expect(twice.sum).toEqual(once.sum.map((value) => 2 * value));
  });

  it("keeps answers to calls at the same time apart", async () => {
    const [first, second] = await Promise.all([
      engine.clippedGradientSum(weights, INDICES, CLIP),
      engine.clippedGradientSum(
        weights.map((weight) => -weight),
        INDICES,
        { norm: "none" },
      ),
    ]);
    expect(await engine.clippedGradientSum(weights, INDICES, CLIP)).toEqual(first);
    expect(second).not.toEqual(first);
  });

  it("adds chunks of 64 in f64: a record shows in the rounding of its own chunk alone", async () => {
    const sumOf = async (...records: readonly number[]) =>
      (await engine.clippedGradientSum(weights, Uint32Array.from(records), CLIP)).sum;
    const every = (step: number, first: number, end: number) =>
      Array.from({ length: Math.ceil((end - first) / step) }, (_, place) => first + place * step);
    const added = (...sums: readonly Float64Array[]) =>
      sums.reduce((total, sum) => total.map((entry, i) => entry + sum[i]!));
    const [even, others] = [every(2, 0, 128), every(2, 128, 256)];
    const [first, last] = [await sumOf(...even), await sumOf(...others)];
    for (const chunk of [first, last]) expect(chunk).toEqual(Float64Array.from(Float32Array.from(chunk)));
    expect(await sumOf(...others, ...even)).toEqual(added(first, last));
    // A 65th record of the first range parts it in two, and leaves the chunk behind it as it was.
    const halves = [await sumOf(...every(2, 0, 64), 1), await sumOf(...every(2, 64, 128))];
    expect(await sumOf(1, ...even, ...others)).toEqual(added(...halves, last));
  });

  it("clips block by block what rotateAndCut cuts, and rotates the sum back", async () => {
    const { sum } = await engine.clippedGradientSum(weights, INDICES.subarray(0, 3), BLOCKS);
    const rotated = rotateAndCut({ dimension: 13_706, blocks: 16, clipBound: 0.7, seed: 3 });
    const expected = new Float64Array(13_706);
    for (const index of INDICES.subarray(0, 3)) {
      const plain = await engine.clippedGradientSum(weights, Uint32Array.of(index), { norm: "none" });
      rotated.join(rotated.cut(plain.sum)).forEach((entry, i) => {
        expected[i]! += entry;
      });
    }
    const length = (vector: Float64Array) => Math.sqrt(vector.reduce((total, x) => total + x * x, 0));
    const error = length(expected.map((entry, i) => entry - sum[i]!));
    expect(error / length(expected)).toBeLessThan(1e-5);
    const whole = await engine.clippedGradientSum(weights, INDICES.subarray(0, 3), CLIP);
    expect(length(whole.sum.map((entry, i) => entry - sum[i]!)) / length(sum)).toBeGreaterThan(1e-3);
  });

  it("adds up the blocks that join, chunk by chunk", async () => {
    const some = INDICES.subarray(0, 150);
    const joins = Uint8Array.from({ length: 150 * 16 }, (_, i) => ((i * i) % 7) & 1);
    const { sum } = await engine.clippedGradientSum(weights, some, BLOCKS, joins);
    const rotated = rotateAndCut({ dimension: 13_706, blocks: 16, clipBound: 0.7, seed: 3 });
    const expected = new Float64Array(13_706);
    for (const [place, index] of some.entries()) {
      const plain = await engine.clippedGradientSum(weights, Uint32Array.of(index), { norm: "none" });
      const kept = rotated.cut(plain.sum).map((block, j) => block.map((x) => x * joins[16 * place + j]!));
      rotated.join(kept).forEach((entry, i) => {
        expected[i]! += entry;
      });
    }
    const length = (vector: Float64Array) => Math.sqrt(vector.reduce((total, x) => total + x * x, 0));
    expect(length(expected.map((entry, i) => entry - sum[i]!)) / length(expected)).toBeLessThan(1e-5);
    const refused = (clip: ClipRule, other: unknown) =>
      refusal(engine.clippedGradientSum(weights, some, clip, other as Uint8Array));
    expect(await refused(CLIP, joins)).toMatch(/^BAD_INPUT .*joins must be left out unless/);
    expect(await refused(BLOCKS, joins.subarray(1))).toMatch(/^BAD_INPUT .*2400 numbers.*got 2399/);
    expect(await refused(BLOCKS, [...joins])).toMatch(/^BAD_INPUT .*a Uint8Array/);
    expect(await refused(BLOCKS, joins.with(5, 2))).toMatch(/^OUT_OF_RANGE .*0 or 1, got 2/);
  });

  it("goes downhill along the sum, and evaluates", async () => {
    const before = await engine.evaluate(weights);
    const trained = weights.slice();
    const some = INDICES.subarray(0, 600);
    for (let step = 0; step < 40; step++) {
      const { sum } = await engine.clippedGradientSum(trained, some, CLIP);
      for (let i = 0; i < trained.length; i++) trained[i]! -= (1.5 / some.length) * sum[i]!;
    }
    const after = await engine.evaluate(trained);
    expect(before.count).toBe(10_000);
    expect(before.lossSum / before.count).toBeGreaterThan(2);
    expect(after.lossSum).toBeLessThan(0.6 * before.lossSum);
    expect(after.correct).toBeGreaterThan(7000);
  });

  it("refuses what it cannot compute on", async () => {
    const withWeight = (value: number) => weights.map((weight, i) => (i === 77 ? value : weight));
    const sum = (some: Float32Array, indices: Uint32Array, clip: unknown) =>
      refusal(engine.clippedGradientSum(some, indices, clip as ClipRule));
    expect(await sum(withWeight(NaN), INDICES, CLIP)).toMatch(/^OUT_OF_RANGE .*weights\[77\].*NaN/);
    expect(await sum(withWeight(-Infinity), INDICES, CLIP)).toMatch(/^OUT_OF_RANGE .*weights\[77\]/);
    expect(await sum(weights.subarray(1), INDICES, CLIP)).toMatch(
      /^BAD_INPUT .*weights must be 13706 numbers, got 13705/,
    );
    expect(await sum(weights, Uint32Array.of(60_000), CLIP)).toMatch(/^OUT_OF_RANGE .*\[0, 59999\]/);
    expect(await sum(weights, INDICES, { norm: "l2", bound: 0 })).toMatch(/^OUT_OF_RANGE .*bound/);
    expect(await sum(weights, INDICES, { norm: "linf", bound: NaN })).toMatch(/^OUT_OF_RANGE .*bound/);
    expect(await sum(weights, INDICES, { norm: "l3", bound: 1 })).toMatch(/^BAD_INPUT .*norm/);
    expect(await sum(weights, INDICES, { ...BLOCKS, blocks: 6 })).toMatch(/^OUT_OF_RANGE .*take 8/);
    expect(await sum(weights, INDICES, { ...BLOCKS, blocks: 2 ** 15 })).toMatch(/^OUT_OF_RANGE .*blocks/);
    expect(await sum(weights, INDICES, { ...BLOCKS, bound: 1e-15 })).toMatch(/^OUT_OF_RANGE .*√blocks/);
    expect(await sum(weights, INDICES, { ...BLOCKS, rotationSeed: -1 })).toMatch(/^OUT_OF_RANGE .*seed/);
    expect(await refusal(engine.evaluate(withWeight(NaN)))).toMatch(/^OUT_OF_RANGE/);
  });
});

describe("weights that overflow", () => {
  it("are refused where nothing is clipped; clipped gradients that overflow are zeros", async () => {
    const engine = await openGradientEngine({ model: "mnist-cnn-relu", train, test, threads: 1 });
    const huge = weights.map((weight) => weight * 1e30);
    expect(await refusal(engine.clippedGradientSum(huge, INDICES, { norm: "none" }))).toMatch(
      /^NOT_CONVERGED/,
    );
    expect((await engine.clippedGradientSum(huge, INDICES, CLIP)).sum).toEqual(new Float64Array(13_706));
    expect(await refusal(engine.evaluate(huge))).toMatch(/^NOT_CONVERGED/);
    await engine.close();
  });
});

describe("threads", () => {
  it("do not change a bit: 1, 2 and 3 of them", async () => {
    const answers = [];
    for (const threads of [1, 2, 3]) {
      const engine = await open(threads);
      answers.push([
        await engine.clippedGradientSum(weights, INDICES, CLIP),
        await engine.clippedGradientSum(weights, INDICES, BLOCKS),
        await engine.evaluate(weights),
      ]);
      await engine.close();
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it("that die reject what is pending and all that follows", async () => {
    const workers: Worker[] = [];
    const collect = (worker: Worker) => void workers.push(worker);
    process.on("worker", collect);
    const engine = await open(2);
    process.off("worker", collect);
    expect(workers).toHaveLength(2);
    const pending = refusal(engine.clippedGradientSum(weights, INDICES, CLIP));
    void workers[1]!.terminate();
    expect(await pending).toMatch(/^WORKER_DIED/);
    expect(await refusal(engine.clippedGradientSum(weights, INDICES, CLIP))).toMatch(/^WORKER_DIED/);
    await engine.close();
  });
});

describe("closing", () => {
  it("rejects what is pending", async () => {
    const engine = await open(1);
    const pending = refusal(engine.evaluate(weights));
    await engine.close();
    expect(await pending).toMatch(/^CANCELLED/);
    expect(await refusal(engine.evaluate(weights))).toMatch(/^CANCELLED/);
    await engine.close();
  });

  it("is done by the signal too", async () => {
    const controller = new AbortController();
    const engine = await open(1, controller.signal);
    const pending = refusal(engine.evaluate(weights));
    controller.abort();
    expect(await pending).toMatch(/^CANCELLED/);
    expect(await refusal(open(1, AbortSignal.abort()))).toMatch(/^CANCELLED/);
  });
});

describe("randomized sums", () => {
  const RANDOMIZERS: GradientRandomizer[] = [
    { kind: "priv-unit", localEpsilon: 2, clipBound: 0.005 },
    { kind: "hemisphere", localEpsilon: 2, clipBound: 0.005 },
    { kind: "linf", localEpsilon: 1.5, clipBound: 0.01 },
  ];

  for (const [cases, options] of shortAndLong(RANDOMIZERS, ({ kind }) => kind !== "priv-unit"))
    it.each(cases)("of $kind reports do not depend on the threads", options, async (randomizer) => {
      const answers = [];
      for (const threads of [1, 2, 3]) {
        const engine = await open(threads);
        answers.push(await engine.randomizedGradientSum(weights, INDICES, randomizer, seededSource(8)));
        await engine.close();
      }
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    });

  it.each(RANDOMIZERS)("of $kind draw every chunk's reports afresh", async (randomizer) => {
    const engine = await open(2);
    const sums: Float64Array[] = [new Float64Array(13_706)];
    for (let chunks = 1; chunks <= 4; chunks++) {
      const sameExample = new Uint32Array(64 * chunks).fill(7);
      const { sum } = await engine.randomizedGradientSum(weights, sameExample, randomizer, seededSource(8));
      sums.push(sum);
    }
    await engine.close();
    const chunks = sums.slice(1).map((sum, i) => sum.map((entry, j) => entry - sums[i]![j]!));
    const size = Math.max(...chunks[0]!.map(Math.abs));
    for (const [i, one] of chunks.entries()) {
      for (const other of chunks.slice(i + 1)) {
        expect(Math.max(...one.map((entry, j) => Math.abs(entry - other[j]!)))).toBeGreaterThan(0.1 * size);
      }
    }
  });

  it("are fresh in every call, with any source", async () => {
    const engine = await open(2);
    for (const source of [seededSource(8), secureSource()]) {
      const draw = () => engine.randomizedGradientSum(weights, INDICES, RANDOMIZERS[0]!, source);
      expect((await draw()).sum).not.toEqual((await draw()).sum);
    }
    const none = await engine.randomizedGradientSum(
      weights,
      new Uint32Array(),
      RANDOMIZERS[0]!,
      seededSource(8),
    );
    expect(none.sum).toEqual(new Float64Array(13_706));
    await engine.close();
  });

  it("are refused for bad settings, not for gradients that overflow", async () => {
    const engine = await openGradientEngine({ model: "mnist-cnn-relu", train, test, threads: 1 });
    const sum = (change: object) =>
      refusal(
        engine.randomizedGradientSum(weights, INDICES, { ...RANDOMIZERS[0]!, ...change }, seededSource(8)),
      );
    expect(await sum({ kind: "laplace" })).toMatch(
      /^BAD_INPUT randomizedGradientSum: randomizer.kind must be one of priv-unit/,
    );
    expect(await sum({ localEpsilon: 0 })).toMatch(
      /^OUT_OF_RANGE randomizedGradientSum: randomizer.localEpsilon/,
    );
    expect(await sum({ clipBound: NaN })).toMatch(
      /^OUT_OF_RANGE randomizedGradientSum: randomizer.clipBound/,
    );
    const huge = weights.map((weight) => weight * 1e15);
    for (const randomizer of RANDOMIZERS) {
      const answer = await engine.randomizedGradientSum(huge, INDICES, randomizer, seededSource(8));
      expect(answer.sum.every(Number.isFinite)).toBe(true);
    }
    await engine.close();
  });
});

describe("opening", () => {
  const openWith = (change: object) =>
    refusal(openGradientEngine({ model: "mnist-cnn", train, test, threads: 1, ...change }));
  const changed = (change: Partial<Examples>): Examples => ({ ...train, ...change });

  it("copies examples that threads do not share", async () => {
    const inputs = new Uint8Array(train.inputs);
    const answers = [];
    for (const some of [train, changed({ inputs })]) {
      const engine = await openGradientEngine({ model: "mnist-cnn", train: some, test, threads: 2 });
      answers.push(await engine.clippedGradientSum(weights, INDICES, CLIP));
      await engine.close();
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it("refuses wrong threads, models and examples", async () => {
    expect(await openWith({ threads: 0 })).toMatch(/^OUT_OF_RANGE .*threads/);
    expect(await openWith({ threads: 1.5 })).toMatch(/^OUT_OF_RANGE .*threads/);
    expect(await openWith({ model: "lenet" })).toMatch(/^BAD_INPUT .*mnist-cnn/);
    const shape = { height: 32, width: 32, channels: 3 };
    expect(await openWith({ train: changed({ shape }) })).toMatch(
      /^BAD_INPUT .*28 x 28 x 1, got "32 x 32 x 3"/,
    );
    expect(await openWith({ train: changed({ count: 59_999 }) })).toMatch(
      /^BAD_INPUT .*train.inputs must be 47039216 values, got 47040000/,
    );
    const inputs = new Float32Array(train.inputs.length);
    inputs[5] = NaN;
    expect(await openWith({ train: changed({ inputs }) })).toMatch(/^OUT_OF_RANGE .*inputs\[5\].*NaN/);
    const labels = new Uint8Array(new SharedArrayBuffer(train.count)).fill(10);
    expect(await openWith({ test: changed({ labels }) })).toMatch(
      /^BAD_INPUT .*test.labels\[0\] must be below the model's classes, 10/,
    );
    const input = { height: 28, width: 28, channels: 1 };
    const model = (...layers: object[]) => openWith({ model: { input, layers } });
    expect(await model()).toMatch(/^BAD_INPUT .*model.layers must be at least one layer/);
    expect(await model({ kind: "dense", units: 0 })).toMatch(/^OUT_OF_RANGE .*layers\[0\].units/);
    expect(await model({ kind: "dense", units: 1 })).toMatch(/^BAD_INPUT .*at least 2 classes/);
    expect(await model({ kind: "recurrent" })).toMatch(/^BAD_INPUT .*layers\[0\].kind must be one of/);
    expect(await model({ kind: "maxPool", side: 29, stride: 1 })).toMatch(
      /^BAD_INPUT .*layers\[0\].*28 x 28/,
    );
    expect(await model({ kind: "activation", rule: "swish" })).toMatch(
      /^BAD_INPUT .*rule must be one of tanh/,
    );
    expect(await model({ kind: "dense", units: 10, bias: true })).toMatch(/^BAD_INPUT .*bias must be absent/);
  });
});

describe("engines on sequences", () => {
  const [vocabulary, length, count] = [50, 12, 200];
  const model: Model = {
    input: { vocabulary, length },
    target: "next-token",
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: 16 },
      { kind: "positionEmbedding" },
      {
        kind: "residual",
        layers: [
          { kind: "layerNorm", epsilon: 1e-5 },
          { kind: "linear", units: 48 },
          { kind: "attention", heads: 2, causal: true },
          { kind: "linear", units: 16 },
        ],
      },
      { kind: "tiedHead", vocabulary },
    ],
  };
  const examples: Examples = {
    count,
    shape: { height: length, width: 1, channels: 1 },
    classes: vocabulary,
    vocabulary,
    inputs: Uint32Array.from({ length: count * length }, (_, i) => (i * i * 31 + 7 * i) % vocabulary),
    labels: new Uint32Array(),
    lengths: Uint32Array.from({ length: count }, (_, i) => 1 + (i % length)),
  };

  const counted = Uint8Array.from({ length: count * length }, (_, i) => Number(i % 5 < 2));
  const start = initialWeights(model, seededSource(5));
  const indices = Uint32Array.from({ length: count }, (_, i) => i);

  it.each<[string, Pick<Examples, "counted">]>([
    ["all positions", {}],
    ["positions that count", { counted }],
  ])("give the same bits with one thread and with two: %s", async (_, mask) => {
    const [sums, measured] = [[], []] as [GradientSum[], Evaluation[]];
    for (const threads of [1, 2]) {
      const given = { ...examples, ...mask };
      const engine = await openGradientEngine({ model, train: given, test: given, threads });
      sums.push(await engine.clippedGradientSum(start, indices, { norm: "l2", bound: 0.1 }));
      measured.push(await engine.evaluate(start));
      await engine.close();
    }
    expect([sums[1], measured[1]]).toEqual([sums[0], measured[0]]);
    expect(Math.hypot(...sums[0]!.sum)).toBeGreaterThan(0.1);
    const places = Array.from(counted.keys()).filter((i) => {
      const [example, at] = [Math.floor(i / length), i % length];
      return at > 0 && at < examples.lengths![example]! && (mask.counted?.[i] ?? 1) === 1;
    });
    expect(measured[0]!.count).toBe(places.length);
  });

  it.each([
    ["another number", counted.subarray(1), /test\.counted must be 2400 positions, got 2399/],
    ["another kind", new Float32Array(count * length), /test\.counted must be a Uint8Array/],
    ["another weight", counted.map((each) => 2 * each), /test\.counted\[0\] must be 0 or 1, got 2/],
  ])("refuse %s of positions that count", async (_, given, why) => {
    const test = { ...examples, counted: given as Uint8Array };
    await expect(openGradientEngine({ model, train: examples, test, threads: 1 })).rejects.toThrow(why);
  });

  it("refuse positions that count of a model that predicts one class", async () => {
    const layers = [
      ...model.layers.slice(0, -1),
      { kind: "pooling", rule: "mean" },
      { kind: "dense", units: 3 },
    ];
    const classes = { model: { input: model.input, layers } as Model, threads: 1 };
    const labelled = { ...examples, classes: 3, labels: new Uint32Array(count) };
    const given = { ...labelled, counted };
    const opened = openGradientEngine({ ...classes, train: given, test: labelled });
    await expect(opened).rejects.toThrow(/train\.counted must be absent/);
  });
});
