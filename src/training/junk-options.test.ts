import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { DpError } from "../errors.js";
import { seededSource } from "../random/seeded-source.js";
import { decodeCheckpoint } from "./checkpoint/decode-checkpoint.js";
import { encodeCheckpoint } from "./checkpoint/encode-checkpoint.js";
import { PRESETS } from "./config/presets.js";
import { readTrainConfig } from "./config/read-train-config.js";
import { trainOptionsOf } from "./config/train-options-of.js";
import { examplesFrom } from "./data/examples-from.js";
import { loadCifar10 } from "./data/load-cifar10.js";
import { loadIdxClassification } from "./data/load-idx-classification.js";
import { loadMnist } from "./data/load-mnist.js";
import { readIdx } from "./data/read-idx.js";
import { openGradientEngine } from "./gradients/gradient-engine.js";
import { train } from "./loop/train.js";
import { accuracy } from "./metrics/accuracy.js";
import { bitsPerByte } from "./metrics/bits-per-byte.js";
import { bleu } from "./metrics/bleu.js";
import { f1Score } from "./metrics/f1-score.js";
import { macroF1 } from "./metrics/macro-f1.js";
import { matthewsCorrelation } from "./metrics/matthews-correlation.js";
import { meteor } from "./metrics/meteor.js";
import { perplexity } from "./metrics/perplexity.js";
import { bertModel } from "./models/bert-model.js";
import { gpt2Model } from "./models/gpt2-model.js";
import { initialWeights } from "./models/initial-weights.js";
import { modelOf } from "./models/model-name.js";
import { checkPermutationSets } from "./models/permutations/check-permutation-sets.js";
import { permutationSets } from "./models/permutations/permutation-sets.js";
import { permuteWeights } from "./models/permutations/permute-weights.js";
import { permutedWeights } from "./models/permutations/permuted-weights.js";
import { samplePermutations } from "./models/permutations/sample-permutations.js";
import { type Architecture, architectureModel } from "./models/pretrained/architecture.js";
import { checkpointTensors } from "./models/pretrained/checkpoint-tensors.js";
import { weightsFromCheckpoint } from "./models/pretrained/weights-from-checkpoint.js";
import { robertaModel } from "./models/roberta-model.js";
import { vitModel } from "./models/vit-model.js";
import { central } from "./protocols/central.js";
import { checkIn } from "./protocols/check-in.js";
import { cldp } from "./protocols/cldp.js";
import { nonprivate } from "./protocols/nonprivate.js";
import { randomAllocationProtocol } from "./protocols/random-allocation-protocol.js";
import { subsampledShuffleProtocol } from "./protocols/subsampled-shuffle-protocol.js";
import { weightShuffleProtocol } from "./protocols/weight-shuffle-protocol.js";
import { decodeSafetensors } from "./safetensors/decode-safetensors.js";
import { encodeSafetensors } from "./safetensors/encode-safetensors.js";
import { openSafetensors } from "./safetensors/open-safetensors.js";
import { byteTokenizer } from "./text/byte-tokenizer.js";
import { languageExamples } from "./text/language-examples.js";
import { loadE2e } from "./text/load-e2e.js";
import { loadGlue } from "./text/load-glue.js";
import { loadPlainText } from "./text/load-plain-text.js";
import { loadTokenizer } from "./text/load-tokenizer.js";
import { readTokenizer } from "./text/read-tokenizer.js";
import { textExamples } from "./text/text-examples.js";

/** Runs end before their first round here, so that neither threads nor accountants have anything to do. */
vi.mock("./gradients/_internal/open-gradient-pool.js", () => ({
  openGradientPool: async ({ threads }: { threads: number }) => ({
    threads,
    run: async () => {},
    close: async () => {},
  }),
}));
vi.mock("./loop/_internal/run-accountant.js", () => ({ openAccountant: async () => undefined }));

const COUNT = 12;
const data = examplesFrom(
  Array.from({ length: COUNT }, (_, i) => [i / COUNT, 1]),
  Array.from({ length: COUNT }, (_, i) => i % 2),
);
const model = {
  input: { height: 1, width: 1, channels: 2 },
  layers: [
    { kind: "dense", units: 3 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 2 },
  ],
} as const;
const TENSORS = { tensors: [{ name: "a", shape: [2], values: new Float32Array(2) }], metadata: { k: "v" } };
const TOKENS = { tokenizer: byteTokenizer, length: 8 };
const EXTENTS = { layers: 1, heads: 1, width: 2, feedForward: 3, vocabulary: 5, length: 2 };
const BERT = { ...EXTENTS, segments: 2, separator: 1, classes: 2 };
const VIT = { layers: 1, heads: 1, width: 2, side: 4, patch: 2, channels: 1, classes: 2 };
const PUBLIC: Architecture = { architecture: "gpt2", ...EXTENTS };
const PUBLIC_WEIGHTS = initialWeights(architectureModel(PUBLIC), seededSource(1));
const READER = await openSafetensors(encodeSafetensors(checkpointTensors(PUBLIC, PUBLIC_WEIGHTS)));
const learning = {
  model,
  rounds: 8,
  learningRate: 0.1,
  learningRateSchedule: "linear",
  learningRateSteps: [[3, 0.05]],
  warmupRounds: 1,
  layerSteps: "equal",
  weightDecay: 0.1,
  projectionDiameter: 5,
  clippingMode: "ghost",
  averageDecay: 0.5,
  evaluateEvery: 2,
  threads: 1,
  data: { train: data, test: data },
  source: seededSource(1),
  signal: AbortSignal.abort(),
  onStart: () => {},
  onRound: () => {},
  onEvaluation: () => {},
  onDivergence: () => {},
} as const;
const gaussian = { clipBound: 1, noiseToClip: 2 };
const privacy = { adjacency: "zero-out", delta: 1e-5, method: "rdp-poisson", stopAtEpsilon: 50 } as const;
const unlimited = { adjacency: "zero-out", delta: 1e-5 } as const;
const { state: from } = await train({
  ...learning,
  protocol: { kind: "central", samplingRate: 0.5, ...gaussian },
  privacy: unlimited,
});
const TRAINABLE = [
  { ...learning, from, protocol: { kind: "central", samplingRate: 0.5, ...gaussian }, privacy },
  {
    ...learning,
    protocol: { kind: "subsampled-shuffle", sampled: 5, ...gaussian },
    privacy: unlimited,
    optimizer: { kind: "adam", adamBeta1: 0.5, adamBeta2: 0.9, adamEpsilon: 1e-8 },
  },
  {
    ...learning,
    protocol: { kind: "random-allocation", roundsPerEpoch: 4, ...gaussian },
    privacy: unlimited,
    optimizer: { kind: "sgd", momentum: 0.5 },
  },
  {
    ...learning,
    protocol: { kind: "cldp", sampled: 5, randomizer: "linf", localEpsilon: 1, clipBound: 1 },
    privacy: unlimited,
  },
  {
    ...learning,
    protocol: { kind: "weight-shuffle", samplingRate: 0.5, batchClipBound: 4, ...gaussian },
    privacy: unlimited,
  },
  {
    ...learning,
    protocol: {
      kind: "weight-shuffle",
      samplingRate: 0.5,
      batchClipBound: 4,
      clipBound: 1,
      calibration: "published",
    },
    privacy: { ...unlimited, targetEpsilon: 1 },
  },
  { ...learning, protocol: { kind: "nonprivate", batchSize: 4 } },
];

/** Anything at all, and what is likely to be taken for something. */
const junk = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withTypedArray: true,
    withSparseArray: true,
  }),
  fc.constantFrom<unknown[]>(
    ...[undefined, null, NaN, Infinity, -1, 0, 0.5, 1e9, 1e300, 2 ** 53, "", "dense", "central", "__proto__"],
    ...[
      [],
      {},
      { length: 1e12 },
      { kind: "dense", units: 1e9 },
      Symbol("junk"),
      () => {},
      new Float32Array(3),
    ],
    ...[new Uint8Array(24), { height: 1e9, width: 1e9, channels: 1 }, seededSource(2), Promise.resolve(1)],
    { kind: "convolution", filters: 1, side: 1, stride: 1e9, padding: 1e9 },
  ),
);

const SAMPLED = { examples: 9, samplingRate: 0.5, clipBound: 1, sumStdDev: 1 };

type Json = Record<string, unknown>;

/** Every way to each part of a plain value. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!isPlain || path.length > 4) return [path];
  return [path, ...Object.entries(value as Json).flatMap(([name, part]) => pathsOf(part, [...path, name]))];
}

function changed(value: unknown, [name, ...rest]: readonly string[], to: unknown): unknown {
  if (name === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  copy[name] = changed(copy[name], rest, to);
  return copy;
}

/** Arguments of which one part is junk. */
function spoiled(...args: unknown[]): fc.Arbitrary<unknown[]> {
  const paths = pathsOf(args).filter((path) => path.length > 0);
  return fc.tuple(fc.constantFrom(...paths), junk).map(([path, to]) => changed(args, path, to) as unknown[]);
}

/** Whatever comes of it, nothing but a DpError is thrown, and nothing that is not a number comes out. */
async function holds(call: (...args: never[]) => unknown, args: fc.Arbitrary<unknown[]>, numRuns = 400) {
  const property = fc.asyncProperty(args, async (given) => {
    try {
      await call(...(given as never[]));
    } catch (error) {
      if (!(error instanceof DpError)) throw error;
      expect(error.message).not.toBe("");
    }
  });
  await fc.assert(property, { seed: 17, numRuns });
}

describe("junk is refused by a DpError, or is what it looks like, in", () => {
  it.each(TRAINABLE.map((options) => [options.protocol.kind, options] as const))(
    "train, %s",
    { tags: ["slow"] },
    async (_kind, options) => {
      await holds(train, spoiled(options), 1500);
    },
  );

  it("examplesFrom", async () => {
    const shape = { height: 1, width: 2, channels: 1 };
    await holds(
      examplesFrom,
      spoiled(
        [
          [1, 2],
          [3, 4],
        ],
        [0, 1],
        { shape, classes: 2 },
      ),
      2000,
    );
    await holds(examplesFrom, spoiled(new Uint8Array(4), Uint8Array.of(0, 1), { shape, classes: 2 }));
  });

  it.each<[string, (...args: never[]) => unknown, ...unknown[]]>([
    ["loadIdxClassification", loadIdxClassification, { directory: "none", classes: 10 }],
    ["loadCifar10", loadCifar10, { directory: "none" }],
    ["readIdx", readIdx, Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 1, 5), "f"],
    ["openGradientEngine", openGradientEngine, { model, train: data, test: data, threads: 1 }],
    ["initialWeights", initialWeights, model, seededSource(1)],
    ["modelOf", modelOf, "mnist-cnn"],
    ["readTrainConfig", readTrainConfig, PRESETS["mnist-cldp-l2"]],
    ["trainOptionsOf", trainOptionsOf, { ...PRESETS["mnist-central"], seed: 3 }],
    ["encodeCheckpoint", encodeCheckpoint, { name: "n", config: PRESETS["mnist-central"], state: from }],
    ["decodeCheckpoint", decodeCheckpoint, new Uint8Array(40), "f"],
    ["decodeSafetensors", decodeSafetensors, new Uint8Array(40), "f"],
    ["central", central, SAMPLED],
    ["encodeSafetensors", encodeSafetensors, TENSORS],
    ["openSafetensors", openSafetensors, encodeSafetensors(TENSORS)],
    ["bertModel", bertModel, { size: "tiny", ...BERT }],
    ["robertaModel", robertaModel, { size: "tiny", ...EXTENTS, classes: 2 }],
    ["gpt2Model", gpt2Model, { size: "tiny", ...EXTENTS }],
    ["vitModel", vitModel, { size: "tiny", ...VIT }],
    ["architectureModel", architectureModel, { architecture: "bert", ...BERT }],
    ["checkpointTensors", checkpointTensors, PUBLIC, PUBLIC_WEIGHTS],
    ["weightsFromCheckpoint", weightsFromCheckpoint, PUBLIC, READER, { newHead: seededSource(2) }],
    ["weightsFromCheckpoint of another head", weightsFromCheckpoint, { architecture: "vit", ...VIT }, READER],
    ["readTokenizer", readTokenizer, { tokenizer: '{"model":{"vocab":{"a":0}}}', config: "{}", name: "n" }],
    ["byteTokenizer.decode", byteTokenizer.decode, [1, 2]],
    ["textExamples", textExamples, ["a", ["b", "c"]], [0, 1], { ...TOKENS, classes: 2, tooLong: "truncate" }],
    ["languageExamples", languageExamples, ["ab", "cd"], { ...TOKENS, each: "text" }],
    ["loadGlue", loadGlue, { directory: "none", task: "cola" }],
    ["loadE2e", loadE2e, { directory: "none" }],
    ["loadPlainText", loadPlainText, { path: "none" }],
    ["loadTokenizer", loadTokenizer, { directory: "none" }],
    ["accuracy", accuracy, [0, 1], [1, 1]],
    ["f1Score", f1Score, [0, 1], [1, 1], 1],
    ["macroF1", macroF1, [0, 1], [1, 1]],
    ["matthewsCorrelation", matthewsCorrelation, [0, 1], [1, 1]],
    ["bleu", bleu, ["a"], [["a", "b"]]],
    ["meteor", meteor, ["a"], [["a", "b"]]],
    ["perplexity", perplexity, 3, 2],
    ["bitsPerByte", bitsPerByte, 3, 2],
    ["checkIn", checkIn, { users: 9, samplingRate: 0.5, clipBound: 1, reportStdDev: 1 }],
    [
      "subsampledShuffleProtocol",
      subsampledShuffleProtocol,
      { users: 9, sampled: 2, clipBound: 1, reportStdDev: 1 },
    ],
    [
      "randomAllocationProtocol",
      randomAllocationProtocol,
      { examples: 9, roundsPerEpoch: 2, clipBound: 1, sumStdDev: 1 },
    ],
    ["nonprivate", nonprivate, { examples: 9, batchSize: 2 }],
    ["cldp", cldp, { users: 9, sampled: 2, randomizer: { kind: "linf", localEpsilon: 1, clipBound: 1 } }],
    ["weightShuffleProtocol", weightShuffleProtocol, { ...SAMPLED, batchClipBound: 3, model }],
    ["permutationSets", permutationSets, model],
    ["permutedWeights", permutedWeights, model],
    ["samplePermutations", samplePermutations, model, seededSource(1)],
    ["checkPermutationSets", checkPermutationSets, model, permutationSets(model)],
    [
      "permuteWeights",
      permuteWeights,
      model,
      samplePermutations(model, seededSource(1)),
      new Float32Array(17),
    ],
  ])("%s", async (_name, call, ...args) => {
    await holds(call, spoiled(...args));
  });

  it("loadMnist", async () => {
    const isGiven = ([options]: unknown[]): boolean =>
      options !== undefined && (options as { directory?: unknown } | null)?.directory !== undefined;
    await holds(loadMnist, spoiled({ directory: "none" }).filter(isGiven));
  });

  it("an engine's methods", async () => {
    const engine = await openGradientEngine({ model, train: data, test: data, threads: 1 });
    const weights = initialWeights(model, seededSource(1));
    const indices = Uint32Array.of(0, 5);
    const randomizer = { kind: "linf", localEpsilon: 1, clipBound: 1 };
    await holds(engine.clippedGradientSum.bind(engine), spoiled(weights, indices, { norm: "l2", bound: 1 }));
    await holds(
      engine.randomizedGradientSum.bind(engine),
      spoiled(weights, indices, randomizer, seededSource(1)),
    );
    await holds(engine.evaluate.bind(engine), spoiled(weights));
  });
});

describe("a model too large for the kernels' memory", () => {
  const dense = (units: number) => ({ input: model.input, layers: [{ kind: "dense", units }] });
  const padded = (padding: number, stride: number) => ({
    input: { height: 4, width: 4, channels: 1 },
    layers: [{ kind: "convolution", filters: 2, side: 2, stride, padding }],
  });

  it.each([
    [
      "units",
      dense(1e9),
      /model\.layers\[0\]: memory up to here must be at most 2048 MiB, got 295640 MiB; take fewer units/,
    ],
    ["padding", padded(1e9, 1), /memory up to here must be at most/],
    ["padding of which little is read", padded(1e9, 1e9), /layers\[0\]: memory up to here must be at most/],
    [
      "an input",
      { input: { height: 1e6, width: 1e6, channels: 3 }, layers: [{ kind: "dense", units: 2 }] },
      /model\.input: memory up to here must be at most/,
    ],
    [
      "weights between layers of a size that fits",
      {
        input: model.input,
        layers: [
          { kind: "dense", units: 8000 },
          { kind: "dense", units: 8000 },
        ],
      },
      /layers\[1\]: memory up to here must be at most 2048 MiB, got 6108 MiB; take fewer units/,
    ],
  ])("is refused for its %s before anything is allocated", async (_what, large, message) => {
    const given = large as never;
    for (const call of [
      async () => initialWeights(given, seededSource(1)),
      async () => openGradientEngine({ model: given, train: data, test: data, threads: 1 }),
      async () => train({ ...TRAINABLE[4], model: given } as never),
    ]) {
      await expect(call()).rejects.toMatchObject({
        code: "OUT_OF_RANGE",
        message: expect.stringMatching(message),
      });
    }
  });
});

it("no test examples are refused: they would give no accuracy", async () => {
  const none = { ...data, count: 0, inputs: new Float32Array(), labels: new Uint8Array() };
  const options = { ...TRAINABLE[4], data: { train: data, test: none } } as never;
  await expect(train(options)).rejects.toThrow(/^train: data\.test\.count must be an integer >= 1, got 0/);
});
