import { describe, expect, it } from "vitest";
import {
  BARE,
  BRANCHES,
  CHAIN,
  DISAGREEING,
  MLP,
  MODELS,
  READER,
  RESIDUAL,
  RESIDUAL_AT_THE_INPUT,
  TIED_ACROSS,
  WRITER,
} from "../../../../test/fixtures/permutable-models.js";
import type { Layer } from "../../layers/layer.js";
import { bertModel } from "../bert-model.js";
import { gpt2Model } from "../gpt2-model.js";
import { loraModel } from "../lora-model.js";
import { dimensionOf, type Model } from "../model.js";
import { modelOf } from "../model-name.js";
import { robertaModel } from "../roberta-model.js";
import { vitModel } from "../vit-model.js";
import { checkPermutationSets } from "./check-permutation-sets.js";
import type { PermutationSet, PermutedAxis } from "./permutation-set.js";
import { permutationSets } from "./permutation-sets.js";
import { permutedWeights } from "./permuted-weights.js";

/**
 * Adds the same to all scores of a query, which softmax does not see: wherever it stands, the function is the
 * same.
 */
const isKeyBias = ({ tensor, view, within }: PermutedAxis) =>
  tensor.endsWith("linear.biases") && view[0] === 6 && within !== undefined && [2, 3].includes(within.index);

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

  it("take in what a tied head reads, which its embedding writes", () => {
    const [stream, ...others] = permutationSets(TIED_ACROSS);
    expect(others).toEqual([]);
    expect(stream!.members.map(({ tensor, axis }) => `${tensor}, ${axis}`).toSorted()).toEqual([
      "0.tokenEmbedding.weights, 1",
      "1.linear.biases, 0",
      "1.linear.weights, 0",
      "1.linear.weights, 1",
    ]);
    checkPermutationSets(TIED_ACROSS);
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

  it("leave out what a frozen layer writes alone, and what it reads alone", () => {
    const [first, tanh, last] = MLP.layers as readonly Layer[];
    const frozen = (layer: Layer) => ({ ...layer, frozen: true }) as Layer;
    expect(permutationSets({ ...MLP, layers: [frozen(first!), tanh!, last!] })).toEqual([]);
    expect(permutationSets({ ...MLP, layers: [first!, tanh!, frozen(last!)] })).toEqual([]);
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

  it.each(MODELS)("of %s hold, each by itself and all together", { tags: ["slow"] }, (_, model) => {
    checkPermutationSets(model);
    for (const set of permutationSets(model)) checkPermutationSets(model, [set]);
  });

  it.each(MODELS.slice(0, 9))(
    "of %s are refused where any axis is left out or added",
    { tags: ["slow"] },
    (_, model) => {
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
    },
  );

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

  it("move all weights of the public Transformers but the classes' biases", () => {
    const moved = (model: Model) => dimensionOf(model) - permutedWeights(model).count;
    expect(moved(bertModel({ layers: 2, classes: 2 }))).toBe(2);
    expect(moved(robertaModel({ layers: 2, classes: 3 }))).toBe(3);
    expect(moved(vitModel({ layers: 2, classes: 100 }))).toBe(100);
    expect(permutedWeights(gpt2Model({ layers: 2 })).ratio).toBe(1);
  });

  it("move nearly all weights: all but the last biases", () => {
    expect(permutedWeights(modelOf("mnist-cnn"))).toEqual({ count: 13_696, ratio: 13_696 / 13_706 });
    expect(permutedWeights(modelOf("mnist-hog"))).toEqual({ count: 0, ratio: 0 });
    expect(permutedWeights(MLP).count).toBe(dimensionOf(MLP) - 2);
  });
});
