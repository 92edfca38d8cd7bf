import { describe, expect, it } from "vitest";
import { fillNormals } from "../../random/fill-normals.js";
import { secureSource } from "../../random/secure-source.js";
import { seededSource } from "../../random/seeded-source.js";
import { sizeOf } from "../layers/shape.js";
import { inputShape } from "../layers/token-input.js";
import type { Block } from "../models/block.js";
import { initialWeights } from "../models/initial-weights.js";
import { loraModel } from "../models/lora-model.js";
import { dimensionOf, type Model } from "../models/model.js";
import { MODEL_NAMES, modelOf } from "../models/model-name.js";
import { referenceModel } from "../models/reference-model.js";
import { checkPermutationSets } from "./check-permutation-sets.js";
import type { PermutationSet, PermutedAxis } from "./permutation-set.js";
import { permutationSets } from "./permutation-sets.js";
import { permuteWeights } from "./permute-weights.js";
import { permutedWeights } from "./permuted-weights.js";
import { samplePermutations } from "./sample-permutations.js";

/** A chain with every kind of layer whose sets meet in every way: a convolution read by a convolution and by a dense layer. */
const CHAIN: Model = {
  input: { height: 6, width: 5, channels: 3 },
  layers: [
    { kind: "convolution", filters: 4, side: 2, stride: 1, padding: 1 },
    { kind: "maxPool", side: 2, stride: 1 },
    { kind: "activation", rule: "tanh" },
    { kind: "convolution", filters: 5, side: 2, stride: 2, padding: 0 },
    { kind: "activation", rule: "relu" },
    { kind: "dense", units: 6 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 3 },
  ],
};
/** Residual blocks in residual blocks: what they add to must move with them. */
const RESIDUAL: Model = {
  input: { height: 2, width: 2, channels: 3 },
  layers: [
    { kind: "convolution", filters: 5, side: 1, stride: 1, padding: 0 },
    {
      kind: "residual",
      layers: [
        { kind: "convolution", filters: 4, side: 1, stride: 1, padding: 0 },
        { kind: "activation", rule: "tanh" },
        { kind: "residual", layers: [{ kind: "convolution", filters: 4, side: 3, stride: 1, padding: 1 }] },
        { kind: "convolution", filters: 5, side: 1, stride: 1, padding: 0 },
      ],
    },
    { kind: "dense", units: 3 },
  ],
};
/** Adds to the examples' own channels, whose order is fixed; its hidden units alone may move. */
const RESIDUAL_AT_THE_INPUT: Model = {
  input: { height: 1, width: 1, channels: 3 },
  layers: [
    {
      kind: "residual",
      layers: [
        { kind: "dense", units: 4 },
        { kind: "activation", rule: "tanh" },
        { kind: "dense", units: 3 },
      ],
    },
    { kind: "dense", units: 3 },
  ],
};
const TANH = { kind: "activation", rule: "tanh" } as const;
const NORM = { kind: "layerNorm", epsilon: 1e-5 } as const;
const linear = (units: number) => ({ kind: "linear", units }) as const;
const transformer = (width: number, causal: boolean): Block[] => [
  {
    kind: "residual",
    layers: [NORM, linear(3 * width), { kind: "attention", heads: 2, causal }, linear(width)],
  },
  { kind: "residual", layers: [NORM, linear(5), { kind: "activation", rule: "gelu" }, linear(width)] },
];
const READER: Model = {
  input: { vocabulary: 11, length: 7 },
  layers: [
    { kind: "tokenEmbedding", vocabulary: 11, units: 6 },
    { kind: "positionEmbedding" },
    ...transformer(6, false),
    NORM,
    { kind: "pooling", rule: "mean" },
    { kind: "dense", units: 3 },
  ],
};
const WRITER: Model = {
  input: { vocabulary: 11, length: 5 },
  target: "next-token",
  layers: [
    { kind: "tokenEmbedding", vocabulary: 11, units: 6 },
    { kind: "positionEmbedding" },
    ...transformer(6, true),
    NORM,
    { kind: "tiedHead", vocabulary: 11 },
  ],
};
const VIEWER: Model = {
  input: { height: 4, width: 6, channels: 2 },
  layers: [
    { kind: "patchEmbedding", side: 2, units: 4 },
    { kind: "classToken" },
    { kind: "positionEmbedding" },
    ...transformer(4, false),
    { kind: "pooling", rule: "first" },
    { kind: "dense", units: 2 },
  ],
};
/** No residual stream: queries, keys and values straight from the examples' values, and heads straight to the classes. */
const BARE: Model = {
  input: { height: 4, width: 1, channels: 3 },
  target: "class-per-position",
  layers: [linear(12), { kind: "attention", heads: 2, causal: false }, linear(3)],
};
/** Branches with a set each, and what they add up to. */
const BRANCHES: Model = {
  input: { height: 1, width: 1, channels: 3 },
  layers: [
    linear(4),
    { kind: "sum", branches: [[linear(5), TANH, linear(6)], [linear(6)]] },
    { kind: "residual", layers: [linear(2), linear(6)] },
    { kind: "dense", units: 3 },
  ],
};
/** Heads that lie otherwise in what they share: none of their channels may move. */
const DISAGREEING: Model = {
  input: { height: 4, width: 1, channels: 3 },
  target: "class-per-position",
  layers: [
    linear(36),
    { kind: "attention", heads: 2, causal: false },
    { kind: "attention", heads: 1, causal: false },
    linear(3),
  ],
};
const MLP: Model = {
  input: { height: 1, width: 1, channels: 2 },
  layers: [
    { kind: "dense", units: 3 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 2 },
  ],
};
const MODELS: readonly (readonly [string, Model])[] = [
  ["the chain", CHAIN],
  ["the perceptron", MLP],
  ["residual blocks", RESIDUAL],
  ["a residual block on the examples", RESIDUAL_AT_THE_INPUT],
  ["a reader of tokens", READER],
  ["a writer of tokens", WRITER],
  ["a viewer of pictures", VIEWER],
  ["bare attention", BARE],
  ["branches", BRANCHES],
  ...MODEL_NAMES.map((name) => [name, modelOf(name)] as const),
];

/** Adds the same to all scores of a query, which softmax does not see: wherever it stands, the function is the same. */
const isKeyBias = ({ tensor, view, within }: PermutedAxis) =>
  tensor.endsWith("linear.biases") && view[0] === 6 && within !== undefined && [2, 3].includes(within.index);

const ramp = (length: number) => Float32Array.from({ length }, (_, i) => i);

describe("permutation-invariant sets", () => {
  it("are the filters and hidden units with all that reads them", () => {
    expect(permutationSets(CHAIN).map(({ name, size }) => [name, size])).toEqual([
      ["channels of 0.convolution", 4],
      ["channels of 3.convolution", 5],
      ["channels of 5.dense", 6],
    ]);
    expect(permutationSets(MLP)).toEqual([
      {
        name: "channels of 0.dense",
        size: 3,
        members: [
          { tensor: "0.dense.weights", view: [1, 2, 3], axis: 2 },
          { tensor: "0.dense.biases", view: [3], axis: 0 },
          { tensor: "2.dense.weights", view: [1, 3, 2], axis: 1 },
        ],
      },
    ]);
  });

  it("take in what residual blocks add to", () => {
    const sets = permutationSets(RESIDUAL);
    expect(sets.map(({ name, size }) => [name, size])).toEqual([
      ["channels of 0.convolution", 5],
      ["channels of 1.0.convolution", 4],
    ]);
    expect(sets[0]!.members.map(({ tensor, axis }) => `${tensor}, ${axis}`).toSorted()).toEqual([
      "0.convolution.biases, 0",
      "0.convolution.weights, 0",
      "1.0.convolution.weights, 3",
      "1.3.convolution.biases, 0",
      "1.3.convolution.weights, 0",
      "2.dense.weights, 1",
    ]);
    expect(permutationSets(RESIDUAL_AT_THE_INPUT).map(({ size }) => size)).toEqual([4]);
  });

  it("of a Transformer are the residual stream, hidden units, and the channels of each head and the heads", () => {
    expect(permutationSets(READER).map(({ name, size }) => [name, size])).toEqual([
      ["channels of 0.tokenEmbedding", 6],
      ["channels of 3.1.linear", 5],
      ["queries and keys of head 0 of 2.2.attention", 3],
      ["values of head 0 of 2.2.attention", 3],
      ["queries and keys of head 1 of 2.2.attention", 3],
      ["values of head 1 of 2.2.attention", 3],
      ["heads of 2.2.attention", 2],
    ]);
    const [stream] = permutationSets(READER);
    expect(stream!.members.map(({ tensor, axis }) => `${tensor}, ${axis}`).toSorted()).toEqual([
      "0.tokenEmbedding.weights, 1",
      "1.positionEmbedding.weights, 1",
      "2.0.layerNorm.biases, 0",
      "2.0.layerNorm.gains, 0",
      "2.1.linear.weights, 0",
      "2.3.linear.biases, 0",
      "2.3.linear.weights, 1",
      "3.0.layerNorm.biases, 0",
      "3.0.layerNorm.gains, 0",
      "3.1.linear.weights, 0",
      "3.3.linear.biases, 0",
      "3.3.linear.weights, 1",
      "4.layerNorm.biases, 0",
      "4.layerNorm.gains, 0",
      "6.dense.weights, 1",
    ]);
    expect(permutedWeights(READER).count).toBe(dimensionOf(READER) - 3);
    expect(permutedWeights(WRITER).ratio).toBe(1);
  });

  it("take in what branches add up to", () => {
    expect(permutationSets(BRANCHES).map(({ name, size }) => [name, size])).toEqual([
      ["channels of 0.linear", 4],
      ["channels of 1.0.0.linear", 5],
      ["channels of 1.0.2.linear", 6],
      ["channels of 2.0.linear", 2],
    ]);
  });

  it("leave out what frozen layers read or write: of low-rank adapters the ranks move alone", () => {
    const adapted = loraModel(READER, { rank: 2 });
    const names = permutationSets(adapted).map(({ name, size }) => [name, size]);
    expect(names).toEqual([
      ["channels of 2.1.1.0.linear", 2],
      ["channels of 2.3.1.0.linear", 2],
    ]);
    checkPermutationSets(adapted);
    const [stream] = permutationSets(READER);
    const trained = stream!.members.filter(({ tensor }) => tensor.startsWith("6."));
    expect(trained).toHaveLength(1);
    const moved = [{ ...stream!, members: [{ ...trained[0]!, tensor: "6.dense.weights" }] }];
    expect(() => checkPermutationSets(adapted, moved)).toThrow(/6\.dense\.weights/);
  });

  it("leave out heads that share channels and lie otherwise in them", () => {
    expect(permutationSets(DISAGREEING)).toEqual([]);
    checkPermutationSets(BARE);
  });

  it("leave out what has one place, and the classes and the examples' channels", () => {
    expect(permutationSets(modelOf("mnist-hog"))).toEqual([]);
    const narrow = { ...MLP, layers: [{ kind: "dense", units: 1 } as const, ...MLP.layers.slice(1)] };
    expect(permutationSets(narrow)).toEqual([]);
  });

  it.each(MODELS)("of %s hold, each by itself and all together", (_, model) => {
    checkPermutationSets(model);
    for (const set of permutationSets(model)) checkPermutationSets(model, [set]);
  });

  it.each(MODELS.slice(0, 9))("of %s are refused where any axis is left out or added", (_, model) => {
    const sets = permutationSets(model);
    const refused = (set: PermutationSet) =>
      expect(() =>
        checkPermutationSets(model, [...sets.filter(({ name }) => name !== set.name), set]),
      ).toThrow(expect.objectContaining({ code: "NOT_APPLICABLE" }));
    for (const set of sets) {
      for (const left of set.members.filter((member) => !isKeyBias(member))) {
        refused({ ...set, members: set.members.filter((member) => member !== left) });
        refused({ ...set, members: [...set.members, left] }); // moved twice
      }
    }
    const last = model.layers.at(-1)!;
    if (last.kind !== "dense") return;
    const tensor = `${model.layers.length - 1}.dense.biases`;
    refused({ name: "classes", size: last.units, members: [{ tensor, view: [last.units], axis: 0 }] });
  });

  it("name the tensors that a wrong set moves", () => {
    const set = { name: "rows", size: 3, members: [{ tensor: "2.dense.weights", view: [3, 2], axis: 0 }] };
    expect(() => checkPermutationSets(MLP, [set])).toThrow(/"rows" must not be permuted.*2\.dense\.weights/);
  });

  it.each([
    ["a tensor of another model", { tensor: "7.dense.weights" }, /must be one of 0\.dense\.weights/],
    ["another size", { view: [1, 2, 4] }, /view must be a shape of the tensor's 6 numbers/],
    ["another axis", { axis: 1 }, /axis must be an axis of the set's 3 places/],
    ["no axis", { axis: 3 }, /axis must be/],
    [
      "a later axis to be confined to",
      { view: [1, 3, 2], axis: 1, within: { axis: 2, index: 0 } },
      /before 1/,
    ],
    ["a place beyond", { within: { axis: 1, index: 2 } }, /within.index must be/],
  ])("are refused where a member names %s", (_, wrong, message) => {
    const member = { tensor: "0.dense.weights", view: [1, 2, 3], axis: 2, ...wrong };
    const check = () => checkPermutationSets(MLP, [{ name: "units", size: 3, members: [member] }]);
    expect(check).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(check).toThrow(message);
  });

  it("move nearly all weights: all but the last biases", () => {
    expect(permutedWeights(modelOf("mnist-cnn"))).toEqual({ count: 13_696, ratio: 13_696 / 13_706 });
    expect(permutedWeights(modelOf("mnist-hog"))).toEqual({ count: 0, ratio: 0 });
    expect(permutedWeights(MLP).count).toBe(dimensionOf(MLP) - 2);
  });
});

describe("permuted weights", () => {
  it("are the products with permutation matrices of Theorem 3", () => {
    const order = Uint32Array.of(2, 0, 1);
    const [set] = permutationSets(MLP);
    // W1 is 2 x 3 by rows, then its biases; W2 is 3 x 2, then its biases.
    const permuted = permuteWeights(MLP, [{ set: set!, order }], ramp(17));
    const matrix = (i: number, j: number) => (order[j] === i ? 1 : 0);
    const first = [0, 1].flatMap((row) =>
      [0, 1, 2].map((j) => [0, 1, 2].reduce((s, i) => s + (3 * row + i) * matrix(i, j), 0)),
    );
    const biases = [0, 1, 2].map((j) => [0, 1, 2].reduce((s, i) => s + (6 + i) * matrix(i, j), 0));
    const second = [0, 1, 2].flatMap((j) =>
      [0, 1].map((col) => [0, 1, 2].reduce((s, i) => s + matrix(i, j) * (9 + 2 * i + col), 0)),
    );
    expect([...permuted]).toEqual([...first, ...biases, ...second, 15, 16]);
  });

  it.each(MODELS)("of %s compute the same loss and permuted gradients", (_, model) => {
    const { gradient } = referenceModel(model);
    const weights = Float64Array.from(
      initialWeights(model, seededSource(1)),
      (entry, i) => entry + 0.01 * Math.sin(i),
    );
    const { height } = inputShape(model.input);
    const values = new Float32Array(sizeOf(inputShape(model.input)));
    fillNormals(seededSource(2), values, 1);
    if ("vocabulary" in model.input) values.set(values.map((_, i) => (3 * i * i + 1) % 11));
    const example = { values, labels: new Array<number>(height).fill(1), length: Math.max(2, height - 1) };
    const permutations = samplePermutations(model, seededSource(3));
    const before = gradient(weights, example);
    const after = gradient(permuteWeights(model, permutations, weights), example);
    expect(Math.abs(after.loss / before.loss - 1)).toBeLessThan(1e-13);
    const expected = permuteWeights(model, permutations, before.gradient);
    expect(Math.max(...after.gradient.map((entry, i) => Math.abs(entry - expected[i]!)))).toBeLessThan(1e-13);
  });

  it("go back by the inverse, and hold the same numbers", () => {
    const weights = ramp(dimensionOf(CHAIN));
    const permutations = samplePermutations(CHAIN, seededSource(4));
    const permuted = permuteWeights(CHAIN, permutations, weights);
    expect(permuted).not.toEqual(weights);
    expect(permuted.toSorted()).toEqual(weights);
    const inverse = permutations.map(({ set, order }) => ({
      set,
      order: Uint32Array.from(order.keys()).sort((a, b) => order[a]! - order[b]!),
    }));
    expect(permuteWeights(CHAIN, inverse, permuted)).toEqual(weights);
  });

  it("are copied in long runs, short runs and one by one alike", () => {
    const units = 40;
    const wide: Model = {
      ...MLP,
      layers: [{ kind: "dense", units: 3 }, MLP.layers[1]!, { kind: "dense", units }],
    };
    const [set] = permutationSets(wide);
    const permuted = permuteWeights(
      wide,
      [{ set: set!, order: Uint32Array.of(1, 2, 0) }],
      ramp(dimensionOf(wide)),
    );
    expect([...permuted.subarray(9, 9 + 3 * units)]).toEqual([
      ...ramp(9 + 3 * units).subarray(9 + units),
      ...ramp(9 + units).subarray(9),
    ]);
  });

  it("move in cycles of every length where runs are long", () => {
    const units = 40;
    const wide: Model = {
      ...MLP,
      layers: [{ kind: "dense", units: 9 }, MLP.layers[1]!, { kind: "dense", units }],
    };
    const [set] = permutationSets(wide);
    const order = Uint32Array.of(0, 2, 1, 6, 3, 4, 5, 8, 7);
    const weights = ramp(dimensionOf(wide));
    const permuted = permuteWeights(wide, [{ set: set!, order }], weights);
    for (const [i, from] of order.entries()) {
      const row = (place: number) => [27 + place * units, 27 + (place + 1) * units] as const;
      expect([...permuted.subarray(...row(i))]).toEqual([...weights.subarray(...row(from))]);
    }
  });

  it("want an entry for every weight", () => {
    expect(() => permuteWeights(MLP, [], new Float32Array(16))).toThrow(
      /entries must be the model's 17 numbers/,
    );
    expect(() => permuteWeights(MLP, [], undefined as never)).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
  });
});

describe("sampled permutations", () => {
  it("are uniform over all combinations and independent of each other", () => {
    const two: Model = {
      ...MLP,
      layers: [MLP.layers[0]!, MLP.layers[1]!, { kind: "dense", units: 2 }, MLP.layers[1]!, MLP.layers[2]!],
    };
    const source = seededSource(11);
    const draws = 24_000;
    const counts = new Map<string, number>();
    for (let i = 0; i < draws; i++) {
      const key = samplePermutations(two, source)
        .map(({ order }) => order.join(""))
        .join(" ");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(12);
    const expected = draws / 12;
    const chiSquare = [...counts.values()].reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    expect(chiSquare).toBeLessThan(46.6); // 11 degrees of freedom: more one time in 4e5
    expect(chiSquare).toBeGreaterThan(0.6); // less one time in 1e5
  });

  it("come from the platform's CSPRNG too, and from nothing that is no source", () => {
    expect(samplePermutations(CHAIN, secureSource()).map(({ order }) => order.length)).toEqual([4, 5, 6]);
    expect(() => samplePermutations(CHAIN, undefined as never)).toThrow(
      expect.objectContaining({ code: "BAD_INPUT" }),
    );
  });
});
