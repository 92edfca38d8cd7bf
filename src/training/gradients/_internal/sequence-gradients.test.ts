import { describe, expect, it } from "vitest";
import { seededSource } from "../../../random/seeded-source.js";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import type { Examples } from "../../data/examples.js";
import { CLIPPING_MODES, type ClippingMode } from "../../layers/clipping-mode.js";
import { sizeOf } from "../../layers/shape.js";
import { inputShape, isTokenInput } from "../../layers/token-input.js";
import type { Block } from "../../models/block.js";
import { initialWeights } from "../../models/initial-weights.js";
import { loraModel } from "../../models/lora-model.js";
import { loraWeights } from "../../models/lora-weights.js";
import { classesOf, type Model, targetOf } from "../../models/model.js";
import { readModel } from "../../models/read-model.js";
import type { ClipRule } from "../clip-rule.js";
import { referenceClippedSum } from "../reference-clipped-sum.js";
import { GradientPass } from "./gradient-pass.js";

const module = await compileKernels();

const linear = (units: number) => ({ kind: "linear", units }) as const;
const NORM = { kind: "layerNorm", epsilon: 1e-5 } as const;

interface Width {
  readonly width: number;
  readonly heads: number;
  readonly feedForward: number;
}

function encoder({ width, heads, feedForward }: Width, causal: boolean, rule: "gelu" | "gelu-tanh"): Block[] {
  return [
    {
      kind: "residual",
      layers: [NORM, linear(3 * width), { kind: "attention", heads, causal }, linear(width)],
    },
    {
      kind: "residual",
      layers: [NORM, linear(feedForward), { kind: "activation", rule }, linear(width)],
    },
  ];
}

function reader(length: number, vocabulary: number, size: Width, rule: "mean" | "first" | "last"): Model {
  return {
    input: { vocabulary, length },
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: size.width },
      { kind: "positionEmbedding" },
      ...encoder(size, false, "gelu"),
      NORM,
      { kind: "pooling", rule },
      { kind: "dense", units: 3 },
    ],
  };
}

function writer(length: number, vocabulary: number, size: Width): Model {
  return {
    input: { vocabulary, length },
    target: "next-token",
    layers: [
      { kind: "tokenEmbedding", vocabulary, units: size.width },
      { kind: "positionEmbedding" },
      ...encoder(size, true, "gelu-tanh"),
      ...encoder(size, true, "gelu"),
      NORM,
      { kind: "tiedHead", vocabulary },
    ],
  };
}

function viewer(height: number, width: number, channels: number, side: number, size: Width): Model {
  return {
    input: { height, width, channels },
    layers: [
      { kind: "patchEmbedding", side, units: size.width },
      { kind: "classToken" },
      { kind: "positionEmbedding" },
      ...encoder(size, false, "gelu"),
      NORM,
      { kind: "pooling", rule: "first" },
      { kind: "dense", units: 4 },
    ],
  };
}

const TAGGER: Model = {
  input: { height: 9, width: 1, channels: 3 },
  target: "class-per-position",
  layers: [linear(6), ...encoder({ width: 6, heads: 3, feedForward: 10 }, false, "gelu"), linear(2)],
};

const UNTIED: Model = {
  ...writer(6, 13, { width: 8, heads: 2, feedForward: 16 }),
  layers: [
    ...writer(6, 13, { width: 8, heads: 2, feedForward: 16 }).layers.slice(0, -1),
    { kind: "linear", units: 13, biases: false },
  ],
};

/** So wide that the norms come from inner products. */
const WIDE: Model = {
  input: { height: 4, width: 1, channels: 7 },
  target: "class-per-position",
  layers: [linear(300), { kind: "activation", rule: "gelu" }, linear(512), linear(3)],
};

/**
 * Pooling right behind what is added up, and behind an activation: rows of the gradient are the same, and are
 * not.
 */
function pooler(rule: "mean" | "first" | "last"): Model {
  const width = 6;
  return {
    input: { height: 7, width: 1, channels: width },
    layers: [
      linear(width),
      ...encoder({ width, heads: 2, feedForward: 11 }, false, "gelu"),
      {
        kind: "residual",
        layers: [{ kind: "residual", layers: [linear(width)] }, linear(9), linear(width)],
      },
      { kind: "pooling", rule },
      { kind: "dense", units: 3 },
    ],
  };
}

const ACTIVE: Model = {
  input: { height: 7, width: 1, channels: 5 },
  layers: [
    linear(6),
    { kind: "activation", rule: "gelu" },
    { kind: "pooling", rule: "mean" },
    { kind: "dense", units: 3 },
  ],
};

/** Branches that start with pooling: the gradient of their input is the sum of both. */
const BRANCHES: Model = {
  input: { height: 7, width: 1, channels: 5 },
  layers: [
    linear(6),
    {
      kind: "sum",
      branches: [
        [{ kind: "pooling", rule: "mean" }, linear(4)],
        [{ kind: "pooling", rule: "first" }, linear(4)],
      ],
    },
    { kind: "dense", units: 3 },
  ],
};

/** Equal rows, so wide that the norms come from inner products. */
const WIDE_POOLED: Model = {
  input: { height: 4, width: 1, channels: 300 },
  layers: [linear(512), { kind: "pooling", rule: "mean" }, { kind: "dense", units: 3 }],
};

const ODD: Width = { width: 6, heads: 2, feedForward: 11 };
const EVEN: Width = { width: 16, heads: 4, feedForward: 32 };

const MODELS: readonly (readonly [string, Model])[] = [
  ["reads, mean", reader(7, 11, ODD, "mean")],
  ["reads, first", reader(8, 40, EVEN, "first")],
  ["reads, last", reader(65, 300, EVEN, "last")],
  ["reads one token", reader(1, 5, ODD, "mean")],
  ["writes", writer(9, 11, ODD)],
  ["writes with many tokens", writer(16, 9000, EVEN)],
  ["is wide", WIDE],
  ["pools, mean", pooler("mean")],
  ["pools, first", pooler("first")],
  ["pools, last", pooler("last")],
  ["pools what is activated", ACTIVE],
  ["pools in branches", BRANCHES],
  ["pools what is wide", WIDE_POOLED],
  ["writes with a head of its own", UNTIED],
  ["tags", TAGGER],
  ["views", viewer(4, 6, 2, 2, ODD)],
  ["views one patch", viewer(3, 3, 1, 3, ODD)],
  [
    "mixes with dense, convolution and pools",
    {
      input: { height: 9, width: 8, channels: 2 },
      layers: [
        { kind: "linear", units: 5 },
        { kind: "activation", rule: "gelu" },
        { kind: "convolution", filters: 6, side: 3, stride: 1, padding: 0 },
        { kind: "layerNorm", epsilon: 1e-3 },
        { kind: "maxPool", side: 2, stride: 2 },
        { kind: "linear", units: 4 },
        { kind: "activation", rule: "tanh" },
        { kind: "dense", units: 3 },
      ],
    },
  ],
];

const COUNT = 11;

/** Sequences of all lengths, the shortest and the longest among them. */
function examplesOf(model: Model, padded: boolean, masked = false): Examples {
  const shape = inputShape(model.input);
  const size = sizeOf(shape);
  const classes = classesOf(model);
  const words = new Uint32Array(COUNT * (size + shape.height + 1));
  seededSource("examples").fill(words);
  const vocabulary = isTokenInput(model.input) ? model.input.vocabulary : undefined;
  const values = words.subarray(0, COUNT * size);
  const each = { class: 1, "class-per-position": shape.height, "next-token": 0 }[targetOf(model)];
  const lengths = Uint32Array.from(
    { length: COUNT },
    (_, i) => [shape.height, 1, (i % shape.height) + 1][i % 3]!,
  );
  return {
    count: COUNT,
    shape,
    classes,
    ...(vocabulary === undefined ? {} : { vocabulary }),
    inputs:
      vocabulary === undefined
        ? Float32Array.from(values, (word) => word / 2 ** 31 - 1)
        : values.map((word) => word % vocabulary),
    labels: words.subarray(COUNT * size, COUNT * (size + each)).map((word) => word % classes),
    ...(padded ? { lengths } : {}),
    ...(masked ? { counted: countedOf(shape.height) } : {}),
  };
}

/** Every third position, each second one, all, or none of an example. */
function countedOf(positions: number): Uint8Array {
  return Uint8Array.from({ length: COUNT * positions }, (_, i) => {
    const [example, position] = [Math.floor(i / positions), i % positions];
    return [Number(position % 3 === 2), position % 2, 1, 0][example % 4]!;
  });
}

/** Fresh weights, all of them moved: a forgotten bias or gain must show. */
function someWeights(model: Model): Float32Array {
  return initialWeights(model, seededSource(1)).map((weight, i) => weight + 0.1 * Math.sin(7 * i * i));
}

function l2(values: ArrayLike<number>): number {
  return Math.sqrt(Array.from(values).reduce((total, value) => total + value * value, 0));
}

function relativeError(actual: ArrayLike<number>, expected: Float64Array): number {
  return l2(expected.map((value, i) => value - actual[i]!)) / l2(expected);
}

/** The twin takes its time about large models and long sequences. */
const LARGE = 100_000;
const LONG = 64;

const ALL = Uint32Array.from({ length: COUNT }, (_, i) => i);

describe.each(MODELS)("kernels of a model that %s", (name, given) => {
  const model = readModel("test", given);
  const weights = someWeights(model);
  const pass = new GradientPass(module, model);
  pass.loadWeights(weights);

  const isLarge = weights.length > LARGE || inputShape(model.input).height > LONG;
  const some = isLarge ? ALL.subarray(0, 3) : ALL;
  const isSequence = inputShape(model.input).width === 1;
  const forms: readonly (readonly [boolean, boolean])[] = [
    [false, false],
    ...(isSequence ? [[true, false] as const] : []),
    ...(targetOf(model) === "class" ? [] : [[true, true] as const]),
  ];
  it.each(forms)(
    "agree with the plain twin, sequences padded: %s, positions left out: %s",
    { tags: ["slow"] },
    (padded, masked) => {
      const examples = examplesOf(model, padded, masked);
      for (const clip of [
        { norm: "none" },
        { norm: "l2", bound: 0.1 },
        { norm: "l2", bound: 100 },
      ] as ClipRule[]) {
        for (const indices of isLarge ? [some] : [ALL, ALL.subarray(0, 1), ALL.subarray(1, 3)]) {
          const { sum, lossSum } = pass.clippedGradientSum(examples, indices, clip);
          const expected = referenceClippedSum(model, weights, examples, indices, clip);
          expect(lossSum).toBeCloseTo(expected.lossSum, 4);
          if (l2(expected.sum) === 0) expect(l2(sum)).toBe(0);
          else expect(relativeError(sum, expected.sum), `${clip.norm} ${indices.length}`).toBeLessThan(1e-5);
        }
      }
    },
  );

  it("keep every norm within the bound, and close to it", { tags: ["slow"] }, () => {
    const examples = examplesOf(model, isSequence);
    for (const bound of [1e-3, 0.05]) {
      for (const example of some) {
        const index = Uint32Array.of(example);
        const raw = l2(pass.clippedGradientSum(examples, index, { norm: "none" }).sum);
        const clipped = l2(pass.clippedGradientSum(examples, index, { norm: "l2", bound }).sum);
        expect(clipped).toBeLessThanOrEqual(bound);
        const slack = name.endsWith("is wide") ? 2 ** -17 : 2 ** -19;
        expect(clipped).toBeGreaterThanOrEqual(Math.min(raw, bound) * (1 - slack));
      }
    }
  });
});

describe.each([
  ["writes", writer(9, 11, ODD)],
  ["tags", TAGGER],
] as const)("positions that count of a model that %s", (_, given) => {
  const model = readModel("test", given);
  const pass = new GradientPass(module, model);
  const weights = someWeights(model);
  pass.loadWeights(weights);
  const whole = examplesOf(model, false);
  const { height } = whole.shape;
  const single = Uint32Array.of(0);
  const counting = (places: readonly number[]): Examples => {
    const counted = new Uint8Array(COUNT * height);
    for (const place of places) counted[place] = 1;
    return { ...whole, counted };
  };
  const sumOf = (examples: Examples, indices = single) =>
    pass.clippedGradientSum(examples, indices, { norm: "none" });

  it("have the mean of their losses and gradients", () => {
    const apart = [2, 3, 6].map((place) => sumOf(counting([place])));
    const together = sumOf(counting([2, 3, 6]));
    const mean = Float64Array.from(together.sum, (_, i) =>
      apart.reduce((total, { sum }) => total + sum[i]! / 3, 0),
    );
    expect(l2(mean)).toBeGreaterThan(0.01);
    expect(relativeError(together.sum, mean)).toBeLessThan(1e-6);
    expect(together.lossSum).toBeCloseTo(
      apart.reduce((total, { lossSum }) => total + lossSum / 3, 0),
      6,
    );
  });

  it("have the same bits if all count, and nothing is learned where none does", () => {
    const all = sumOf({ ...whole, counted: new Uint8Array(COUNT * height).fill(1) }, ALL);
    expect(all).toEqual(sumOf(whole, ALL));
    const none = sumOf(counting([]), ALL);
    expect([l2(none.sum), none.lossSum]).toEqual([0, 0]);
  });

  it("are what is evaluated", () => {
    const { count, correct, lossSum } = pass.evaluate(counting([2, 3, 6]), ALL);
    const each = [2, 3, 6].map((place) => pass.evaluate(counting([place]), ALL));
    expect(each.map((one) => one.count)).toEqual([1, 1, 1]);
    expect([count, correct]).toEqual([3, each.reduce((total, one) => total + one.correct, 0)]);
    expect(lossSum).toBeCloseTo(
      each.reduce((total, one) => total + one.lossSum, 0),
      6,
    );
  });
});

describe("an example's gradient", () => {
  const model = readModel("test", writer(9, 11, ODD));
  const pass = new GradientPass(module, model);
  pass.loadWeights(someWeights(model));
  const examples = examplesOf(model, true);
  const single = examples.lengths!.indexOf(1);
  const whole = examples.lengths!.indexOf(9);

  // One token alone has no loss, so nothing else is in the sum.
  it.each([0, 1, 2, 3, 6, 7, 8])("has the same bits behind %i others", (others) => {
    const indices = new Uint32Array(others + 1).fill(single);
    indices[others] = whole;
    const clip = { norm: "l2", bound: 0.05 } as const;
    const alone = pass.clippedGradientSum(examples, Uint32Array.of(whole), clip).sum;
    expect(l2(alone)).toBeGreaterThan(0.049);
    expect(pass.clippedGradientSum(examples, indices, clip).sum).toEqual(alone);
  });
});

describe("kernels of an adapted model", () => {
  it.each([
    ["reads", reader(8, 40, EVEN, "mean")],
    ["writes", writer(9, 11, ODD)],
    ["views", viewer(4, 6, 2, 2, ODD)],
  ])("that %s agree with the plain twin, its layers frozen", (_, given) => {
    const full = readModel("test", given);
    const model = loraModel(full, { rank: 2 });
    const { weights, frozen } = loraWeights(full, someWeights(full), { rank: 2 }, seededSource(3));
    const moved = weights.map((weight, i) => weight + 0.1 * Math.sin(3 * i * i));
    const pass = new GradientPass(module, model, frozen);
    pass.loadWeights(moved);
    const examples = examplesOf(model, inputShape(model.input).width === 1);
    const clip = { norm: "l2", bound: 0.1 } as const;
    const { sum, lossSum } = pass.clippedGradientSum(examples, ALL, clip);
    const expected = referenceClippedSum(model, moved, examples, ALL, clip, frozen);
    expect(lossSum).toBeCloseTo(expected.lossSum, 4);
    expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
  });
});

describe.each([
  ["writes", writer(9, 11, ODD)],
  ["is wide", WIDE],
] as const)("clipping modes of a model that %s", (_, given) => {
  const model = readModel("test", given);
  const weights = someWeights(model);
  const examples = examplesOf(model, false);
  const clippedBy = (mode: ClippingMode, indices: Uint32Array, bound: number) => {
    const pass = new GradientPass(module, model, undefined, mode);
    pass.loadWeights(weights);
    return pass.clippedGradientSum(examples, indices, { norm: "l2", bound }).sum;
  };

  it.each(CLIPPING_MODES)("%s: the same clipped sum, and no norm above the bound", (mode) => {
    const bound = 0.05;
    const indices = ALL.subarray(0, 3);
    const expected = referenceClippedSum(model, weights, examples, indices, { norm: "l2", bound }).sum;
    expect(relativeError(clippedBy(mode, indices, bound), expected)).toBeLessThan(1e-5);
    for (const example of indices) {
      const norm = l2(clippedBy(mode, Uint32Array.of(example), bound));
      expect(norm).toBeLessThanOrEqual(bound);
      expect(norm).toBeGreaterThan(bound * (1 - 2 ** -16));
    }
  });
});

it("clipping modes are different computations: inner products clip by more than their rounding", () => {
  const examples = examplesOf(WIDE, false);
  const [ghost, written] = (["ghost", "per-sample"] as const).map((mode) => {
    const pass = new GradientPass(module, WIDE, undefined, mode);
    pass.loadWeights(someWeights(WIDE));
    return l2(pass.clippedGradientSum(examples, Uint32Array.of(0), { norm: "l2", bound: 0.05 }).sum);
  });
  expect(ghost).toBeLessThan(written!);
});
