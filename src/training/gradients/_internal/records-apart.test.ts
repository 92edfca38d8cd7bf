import { describe, expect, it } from "vitest";
import { seededSource } from "../../../random/seeded-source.js";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import type { Examples } from "../../data/examples.js";
import { sizeOf } from "../../layers/shape.js";
import { inputShape, isTokenInput } from "../../layers/token-input.js";
import type { Block } from "../../models/block.js";
import { groupOf } from "../../models/group-of.js";
import { initialWeights } from "../../models/initial-weights.js";
import { classesOf, type Model, targetOf } from "../../models/model.js";
import { readModel } from "../../models/read-model.js";
import { GradientPass } from "./gradient-pass.js";

const module = await compileKernels();

const linear = (units: number) => ({ kind: "linear", units }) as const;
const NORM = { kind: "layerNorm", epsilon: 1e-5 } as const;
const WIDTH = 6;
const HEIGHT = 9;

const block = (causal: boolean): Block[] => [
  {
    kind: "residual",
    layers: [NORM, linear(3 * WIDTH), { kind: "attention", heads: 2, causal }, linear(WIDTH)],
  },
  {
    kind: "residual",
    layers: [linear(11), { kind: "activation", rule: "gelu" }, linear(WIDTH)],
  },
];

const bare = (causal: boolean): Block[] => [
  linear(3 * WIDTH),
  { kind: "attention", heads: 3, causal },
  linear(WIDTH),
];

const series = { height: HEIGHT, width: 1, channels: 5 };
const pooled = (rule: "mean" | "first" | "last"): Block[] => [
  { kind: "pooling", rule },
  { kind: "dense", units: 3 },
];

const MODELS: readonly (readonly [string, Model])[] = [
  ["attends", { input: series, layers: [...bare(false), ...pooled("mean")] }],
  ["attends, to what came before", { input: series, layers: [...bare(true), ...pooled("last")] }],
  [
    "has a class token",
    { input: series, layers: [linear(WIDTH), { kind: "classToken" }, ...block(false), ...pooled("first")] },
  ],
  [
    "is a Transformer",
    { input: series, layers: [linear(WIDTH), ...block(false), ...block(false), NORM, ...pooled("mean")] },
  ],
  [
    "tags",
    { input: series, target: "class-per-position", layers: [...bare(false), ...block(true), linear(2)] },
  ],
  [
    "reads",
    {
      input: { vocabulary: 12, length: HEIGHT },
      layers: [
        { kind: "tokenEmbedding", vocabulary: 12, units: WIDTH },
        { kind: "positionEmbedding" },
        { kind: "segmentEmbedding", segments: 2, separator: 3 },
        ...block(false),
        ...pooled("mean"),
      ],
    },
  ],
  [
    "writes",
    {
      input: { vocabulary: 12, length: HEIGHT },
      target: "next-token",
      layers: [
        { kind: "tokenEmbedding", vocabulary: 12, units: WIDTH },
        ...block(true),
        NORM,
        { kind: "linear", units: 12 },
      ],
    },
  ],
];

/** Beyond what a product in single precision holds. */
const HUGE = 3e38;

/** A record whose gradient is not finite, and short ones whose gradients are. */
function recordsOf(model: Model): Examples {
  const shape = inputShape(model.input);
  const size = sizeOf(shape);
  const count = 1 + groupOf(model);
  const words = new Uint32Array(count * size);
  seededSource("records").fill(words);
  const isText = isTokenInput(model.input);
  const numbers = Float32Array.from(words, (word) => word / 2 ** 31 - 1);
  numbers.subarray(0, size).forEach((value, i, all) => {
    all[i] = Math.sign(value) * HUGE;
  });
  const tokens = words.map((word, i) => (i < size ? 0 : 1 + (word % 11)));
  const classes = classesOf(model);
  const each = { class: 1, "class-per-position": shape.height, "next-token": 0 }[targetOf(model)];
  return {
    count,
    shape,
    classes,
    ...(isText ? { vocabulary: 12 } : {}),
    inputs: isText ? tokens : numbers,
    labels: Uint32Array.from({ length: count * each }, (_, i) => i % classes),
    lengths: Uint32Array.from({ length: count }, (_, i) => (i === 0 ? HEIGHT : 2 + (i % 3))),
  };
}

describe.each(MODELS)("a model that %s", (_, given) => {
  const model = readModel("test", given);
  const pass = new GradientPass(module, model);
  const weights = initialWeights(model, seededSource(1)).map(
    (weight, i) => weight + 0.1 * Math.sin(7 * i * i),
  );
  // Token 0 is the record that is not finite.
  if (isTokenInput(model.input)) weights.fill(HUGE, 0, WIDTH);
  pass.loadWeights(weights);
  const examples = recordsOf(model);
  const group = groupOf(model);
  const others = Uint32Array.from({ length: group }, (_, i) => i + 1);
  const hostile = new Uint32Array(group).fill(0);

  it("keeps nothing of a record without a finite gradient, behind the ends of the next", () => {
    const clip = { norm: "l2", bound: 0.1 } as const;
    expect(Math.hypot(...pass.clippedGradientSum(examples, hostile, clip).sum)).toBe(0);
    const fresh = new GradientPass(module, model);
    fresh.loadWeights(weights);
    const { sum: expected } = fresh.clippedGradientSum(examples, others, clip);
    expect(Math.hypot(...expected)).toBeGreaterThan(0.01);
    const { sum } = pass.clippedGradientSum(examples, Uint32Array.of(...hostile, ...others), clip);
    expect(sum.every((entry, i) => entry === expected[i])).toBe(true);
  });
});
