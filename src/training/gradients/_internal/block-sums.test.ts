import { describe, expect, it } from "vitest";
import { rotateAndCut } from "../../../mechanisms/index.js";
import { seededSource } from "../../../random/seeded-source.js";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import type { Examples } from "../../data/examples.js";
import { initialWeights } from "../../models/initial-weights.js";
import { dimensionOf, frozenDimensionOf, type Model } from "../../models/model.js";
import { modelOf } from "../../models/model-name.js";
import { referenceModel } from "../../models/reference-model.js";
import { exampleOf } from "./example-of.js";
import { GradientPass } from "./gradient-pass.js";

const module = await compileKernels();

/** Dense layers alone, of units that fill whole vectors or not, and of more than the kernels keep at hand. */
const DENSE: Model = {
  input: { height: 1, width: 1, channels: 13 },
  layers: [
    { kind: "dense", units: 12 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 21 },
    { kind: "activation", rule: "tanh" },
    { kind: "dense", units: 3 },
  ],
};
const CONVOLUTION: Model = {
  input: { height: 9, width: 9, channels: 1 },
  layers: [
    { kind: "convolution", filters: 5, side: 4, stride: 2, padding: 1 },
    { kind: "activation", rule: "relu" },
    { kind: "convolution", filters: 7, side: 2, stride: 1, padding: 0 },
    { kind: "dense", units: 4 },
  ],
};
/** A dense layer alone: its gradients are outer products. */
const ONE_LAYER = (units: number): Model => ({
  input: { height: 1, width: 1, channels: 150 },
  layers: [{ kind: "dense", units }],
});
/** Models, and the columns by which their gradients are rotated. */
const MODELS = {
  dense: [DENSE, 1],
  convolution: [CONVOLUTION, 1],
  "mnist-hog": [modelOf("mnist-hog"), 1],
  "mnist-hog from both sides": [modelOf("mnist-hog"), 10],
  "3 units from both sides": [ONE_LAYER(3), 3],
  "21 units from both sides": [ONE_LAYER(21), 21],
  "a layer behind a frozen one": [
    {
      ...DENSE,
      layers: [
        { kind: "dense", units: 37, frozen: true },
        { kind: "dense", units: 5 },
      ],
    },
    5,
  ],
} as const satisfies Record<string, readonly [Model, number]>;

function examplesOf(model: Model, count: number): Examples {
  const shape = model.input as { height: number; width: number; channels: number };
  const size = shape.height * shape.width * shape.channels;
  const words = new Uint32Array(count * size);
  seededSource("examples").fill(words);
  const inputs = Uint8Array.from(words, (word) => (word % 3 === 0 ? 0 : word >>> 24));
  return { count, shape, classes: 3, inputs, labels: Uint8Array.from({ length: count }, (_, i) => i % 3) };
}

function setUp(model: Model, columns: number) {
  const dimension = dimensionOf(model);
  const weights = initialWeights(model, seededSource(4)).map((x, i) => x + 0.05 * Math.sin(i));
  const examples = examplesOf(model, 21);
  const frozen = Float32Array.from({ length: frozenDimensionOf(model) }, (_, i) => 0.3 * Math.sin(i * i));
  const pass = new GradientPass(module, model, frozen);
  pass.loadWeights(weights);
  const { gradient } = referenceModel(model, Float64Array.from(frozen));
  const gradients = Array.from(
    { length: examples.count },
    (_, i) => gradient(Float64Array.from(weights), exampleOf(examples, i)).gradient,
  );
  const blocksOf = (blocks: number, bound: number) => {
    const { cut, blockLength, columnRotation } = rotateAndCut({
      dimension,
      blocks,
      clipBound: bound,
      seed: 5,
      columns,
    });
    const sum = (indices: readonly number[], joins?: Uint8Array) => {
      const clip = { norm: "l2-blocks", bound, blocks, rotationSeed: 5, rotationColumns: columns } as const;
      const classes = pass.clippedGradientSum(examples, Uint32Array.from(indices), clip, joins).sum;
      return inBlocks(classes, blocks, columnRotation.length);
    };
    return { cut, blockLength, sum };
  };
  return { gradients, blocksOf };
}

/** The blocks, of sums in the order of their classes of rows, one behind the other. */
function inBlocks(classes: Float32Array, blocks: number, order: number): Float32Array {
  const length = classes.length / blocks;
  return classes.map((_, place) => {
    const from = (Math.floor(place / length) - (place % order) + order * blocks) % blocks;
    return classes[from * length + (place % length)]!;
  });
}

function l2(values: ArrayLike<number>): number {
  return Math.sqrt(Array.from(values).reduce((total, value) => total + value * value, 0));
}

describe.each(Object.entries(MODELS))("blocks of the gradients of %s", (_name, [model, columns]) => {
  const { gradients, blocksOf } = setUp(model, columns);
  const typical = gradients.map(l2).sort((a, b) => a - b)[10]!;
  const all = gradients.map((_, i) => i);

  it.each([1, 2, 4, 8, 32, 64])(
    "are the plain twin's, %i of them, clipped or not",
    { tags: ["slow"] },
    (blocks) => {
      for (const bound of [1e6, typical, 0.3 * typical]) {
        const { cut, sum } = blocksOf(blocks, bound);
        for (const indices of [[0], [3, 3, 7], all]) {
          const expected = indices.map((i) => cut(gradients[i]!).flatMap((block) => [...block]));
          const total = expected[0]!.map((_, i) => expected.reduce((of, vector) => of + vector[i]!, 0));
          const actual = sum(indices);
          expect(actual).toHaveLength(total.length);
          expect(l2(total.map((entry, i) => entry - actual[i]!)) / l2(total)).toBeLessThan(1e-5);
        }
      }
    },
  );

  it("add up to the blocks that join, where each does by itself", () => {
    const { cut, sum } = blocksOf(8, 0.3 * typical);
    const words = new Uint32Array(8 * all.length);
    seededSource("joins").fill(words);
    const joins = Uint8Array.from(words, (word) => word & 1);
    const total = new Float64Array(sum([0]).length);
    for (const example of all) {
      for (const [block, entries] of cut(gradients[example]!).entries()) {
        if (joins[8 * example + block] === 0) continue;
        for (const [i, entry] of entries.entries()) total[block * entries.length + i]! += entry;
      }
    }
    const actual = sum(all, joins);
    expect(l2(total.map((entry, i) => entry - actual[i]!)) / l2(total)).toBeLessThan(1e-5);
    expect(
      sum(
        all,
        joins.map(() => 1),
      ),
    ).toEqual(sum(all));
    expect(
      l2(
        sum(
          all,
          joins.map(() => 0),
        ),
      ),
    ).toBe(0);
  });

  it("keep every block within C / √m, and not far below it", () => {
    const margin = columns === 1 ? 2 ** -19 : 2 ** -17;
    for (const [blocks, share] of [
      [4, 0.9],
      [16, 1],
      [16, 0.01],
    ] as const) {
      const bound = share * typical;
      const { blockLength, sum } = blocksOf(blocks, bound);
      const { sum: unclipped } = blocksOf(blocks, 1e9);
      for (const example of all) {
        const [clipped, raw] = [sum([example]), unclipped([example])];
        for (let block = 0; block < blocks; block++) {
          const range = [block * blockLength, (block + 1) * blockLength] as const;
          const [short, long] = [l2(clipped.slice(...range)), l2(raw.slice(...range))];
          expect(short).toBeLessThanOrEqual(bound / Math.sqrt(blocks));
          expect(short).toBeGreaterThanOrEqual(Math.min(long, bound / Math.sqrt(blocks)) * (1 - margin));
        }
      }
    }
  });
});

describe.each([1, 3])("a gradient that is not finite, rotated by %i columns", (rotationColumns) => {
  it("adds nothing to any block, and spoils no other of its group", () => {
    const model: Model = { ...DENSE, layers: [{ kind: "dense", units: 3 }] };
    const examples = examplesOf(model, 6);
    const inputs = Float32Array.from(examples.inputs, (byte) => byte / 255);
    const clip = { norm: "l2-blocks", bound: 0.1, blocks: 4, rotationSeed: 5, rotationColumns } as const;
    const pass = new GradientPass(module, model);
    pass.loadWeights(initialWeights(model, seededSource(4)));
    const sum = (of: Float32Array, indices: readonly number[]) =>
      pass.clippedGradientSum({ ...examples, inputs: of }, Uint32Array.from(indices), clip).sum;
    const sound = sum(inputs, [0, 1, 3, 4, 5]);
    const broken = inputs.map((value, i) => (Math.floor(i / 13) === 2 ? 3e38 : value));
    expect(sound.every((entry) => entry !== 0)).toBe(true);
    expect(sum(broken, [0, 1, 2, 3, 4, 5])).toEqual(sound);
    expect(sum(broken, [2]).every((entry) => entry === 0)).toBe(true);
  });
});

describe("outer products of a large vector and one too small for its squares", () => {
  const model = ONE_LAYER(3);
  const examples = examplesOf(model, 1);
  const inputs = new Float32Array(examples.inputs.length).fill(1e12);
  const pass = new GradientPass(module, model);
  // No weights but the biases: probabilities of 1, e^-50 and e^-52.
  const weights = new Float32Array(dimensionOf(model));
  weights.set([50, 0, -2], weights.length - 3);
  pass.loadWeights(weights);
  const sum = (bound: number) =>
    pass.clippedGradientSum({ ...examples, inputs }, Uint32Array.of(0), {
      ...{ norm: "l2-blocks", bound, blocks: 4, rotationSeed: 5, rotationColumns: 3 },
    }).sum;
  const others = [Math.exp(-50), Math.exp(-52)] as const;
  const length = 1e12 * Math.sqrt(150) * Math.hypot(others[0] + others[1], ...others);

  it("are kept where they are short enough", () => {
    expect(l2(sum(1)) / length).toBeCloseTo(1, 5);
  });

  it("are clipped where they are not", () => {
    const bound = length / 1000;
    expect(l2(sum(bound))).toBeLessThanOrEqual(bound);
    expect(l2(sum(bound)) / bound).toBeGreaterThan(0.5);
  });
});
