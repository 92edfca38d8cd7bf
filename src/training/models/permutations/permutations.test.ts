import { describe, expect, it } from "vitest";
import { CHAIN, MLP, MODELS } from "../../../../test/fixtures/permutable-models.js";
import { fillNormals } from "../../../random/fill-normals.js";
import { secureSource } from "../../../random/secure-source.js";
import { seededSource } from "../../../random/seeded-source.js";
import { sizeOf } from "../../layers/shape.js";
import { inputShape } from "../../layers/token-input.js";
import { initialWeights } from "../initial-weights.js";
import { dimensionOf, type Model } from "../model.js";
import { referenceModel } from "../reference-model.js";
import { permutationSets } from "./permutation-sets.js";
import { permuteWeights } from "./permute-weights.js";
import { samplePermutations } from "./sample-permutations.js";

const ramp = (length: number) => Float32Array.from({ length }, (_, i) => i);

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
  it("are uniform over all combinations and independent of each other", { tags: ["slow", "long"] }, () => {
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
