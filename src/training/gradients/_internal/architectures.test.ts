import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { seededSource } from "../../../random/seeded-source.js";
import { compileKernels } from "../../../tensor/compile-kernels.js";
import { Workspace } from "../../../tensor/workspace.js";
import type { Examples } from "../../data/examples.js";
import { inputShape, isTokenInput } from "../../layers/token-input.js";
import { bertModel } from "../../models/bert-model.js";
import { bindModel } from "../../models/bind-model.js";
import { initialWeights } from "../../models/initial-weights.js";
import { loraModel } from "../../models/lora-model.js";
import { loraWeights } from "../../models/lora-weights.js";
import { classesOf, type Model } from "../../models/model.js";
import {
  ARCHITECTURE_NAMES,
  type Architecture,
  architectureModel,
} from "../../models/pretrained/architecture.js";
import { weightsFromCheckpoint } from "../../models/pretrained/weights-from-checkpoint.js";
import { readModel } from "../../models/read-model.js";
import { openSafetensors } from "../../safetensors/open-safetensors.js";
import { referenceClippedSum } from "../reference-clipped-sum.js";
import { GradientPass } from "./gradient-pass.js";

const module = await compileKernels();
const FOLDER = new URL("../../../../test/vectors/transformers/", import.meta.url);

interface Vectors {
  readonly architecture: Architecture;
  readonly cases: readonly {
    readonly ids?: readonly number[];
    /** [channel][row][column] */
    readonly pixels?: readonly (readonly (readonly number[])[])[];
    readonly logits: readonly number[] | readonly (readonly number[])[];
  }[];
}

/** The cases as examples: ids with padding that nothing may look at, or pixels with channels last. */
function examplesOf(model: Model, cases: Vectors["cases"]): Examples {
  const shape = inputShape(model.input);
  const count = cases.length;
  const labels = model.target === "next-token" ? new Uint8Array() : Uint8Array.from(cases, (_, i) => i % 2);
  const about = { count, shape, classes: classesOf(model), labels };
  if (!isTokenInput(model.input)) {
    const inputs = cases.flatMap(({ pixels }) =>
      pixels![0]!.flatMap((row, y) => row.flatMap((_, x) => pixels!.map((channel) => channel[y]![x]!))),
    );
    return { ...about, inputs: Float32Array.from(inputs) };
  }
  const { length, vocabulary } = model.input;
  const inputs = new Uint32Array(count * length).fill(17);
  for (const [i, { ids }] of cases.entries()) inputs.set(ids!, i * length);
  return { ...about, inputs, vocabulary, lengths: Uint32Array.from(cases, ({ ids }) => ids!.length) };
}

function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  const norm = (values: readonly number[]) => Math.hypot(...values);
  const wanted = Array.from(expected);
  return norm(wanted.map((value, i) => value - actual[i]!)) / norm(wanted);
}

describe.each(ARCHITECTURE_NAMES)("kernels of %s", async (name) => {
  const text = readFileSync(new URL(`${name}.json`, FOLDER), "utf8");
  const { architecture, cases } = JSON.parse(text) as Vectors;
  const model = readModel("test", architectureModel(architecture));
  const file = new Uint8Array(readFileSync(new URL(`${name}.safetensors`, FOLDER)));
  const { weights } = await weightsFromCheckpoint(architecture, await openSafetensors(file));
  const examples = examplesOf(model, cases);

  it("give the public implementation's logits", () => {
    const workspace = new Workspace(module);
    const { input, layers, trained, output } = bindModel(workspace, model);
    let start = 0;
    for (const { count, load } of trained) {
      load(weights.subarray(start, start + count));
      start += count;
    }
    const size = examples.inputs.length / cases.length;
    for (const i of cases.keys()) {
      const values = examples.inputs.subarray(i * size, (i + 1) * size);
      input.stage(i, values, examples.lengths?.[i] ?? inputShape(model.input).height);
    }
    for (const layer of layers) layer.forward(cases.length);
    for (const [i, { logits }] of cases.entries()) {
      const rows = typeof logits[0] === "number" ? [logits as readonly number[]] : (logits as number[][]);
      for (const [position, row] of rows.entries()) {
        const address = output.values + 4 * (i * output.stride + position * output.row);
        for (const [k, made] of workspace.floats(address, row.length).entries()) {
          expect(Math.abs(made - row[k]!)).toBeLessThan(1e-5);
        }
      }
    }
  });

  it("have the plain twin's clipped gradients", () => {
    const pass = new GradientPass(module, model);
    pass.loadWeights(weights);
    const indices = Uint32Array.from(cases.keys());
    for (const bound of [0.1, 1000]) {
      const clip = { norm: "l2", bound } as const;
      const { sum, lossSum } = pass.clippedGradientSum(examples, indices, clip);
      const expected = referenceClippedSum(model, weights, examples, indices, clip);
      expect(lossSum).toBeCloseTo(expected.lossSum, 4);
      expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
    }
  });
});

it("kernels of BERT with adapters have the plain twin's clipped gradients, its frozen embeddings none", async () => {
  const { architecture, cases } = JSON.parse(readFileSync(new URL("bert.json", FOLDER), "utf8")) as Vectors;
  const file = new Uint8Array(readFileSync(new URL("bert.safetensors", FOLDER)));
  const base = architectureModel(architecture);
  const checkpoint = await weightsFromCheckpoint(architecture, await openSafetensors(file));
  const model = loraModel(base, { rank: 2 });
  const { weights, frozen } = loraWeights(base, checkpoint.weights, { rank: 2 }, seededSource(5));
  const moved = weights.map((weight, i) => weight + 0.1 * Math.sin(i * i));
  const pass = new GradientPass(module, model, frozen);
  pass.loadWeights(moved);
  const examples = examplesOf(base, cases);
  const indices = Uint32Array.from(cases.keys());
  const clip = { norm: "l2", bound: 0.1 } as const;
  const { sum } = pass.clippedGradientSum(examples, indices, clip);
  const expected = referenceClippedSum(model, moved, examples, indices, clip, frozen);
  expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
});

describe("kernels of segment embeddings", () => {
  const extents = { layers: 1, heads: 1, width: 5, vocabulary: 7, length: 9, classes: 2, separator: 3 };
  const some = Uint8Array.from({ length: 9 * 40 }, (_, i) => (i * i * i + (i >> 3)) % 7);
  const examples = (count: number): Examples => ({
    count,
    shape: { height: 9, width: 1, channels: 1 },
    classes: 2,
    vocabulary: 7,
    inputs: some.subarray(0, 9 * count),
    labels: Uint8Array.from({ length: count }, (_, i) => i % 2),
    lengths: Uint32Array.from({ length: count }, (_, i) => (i % 9) + 1),
  });

  it.each([1, 2, 3, 20])("agree with the plain twin, of %d segments", (segments) => {
    const model = readModel("test", bertModel({ ...extents, segments }));
    const weights = initialWeights(model, seededSource(3)).map((weight, i) => weight + 0.3 * Math.sin(i * i));
    const pass = new GradientPass(module, model);
    pass.loadWeights(weights);
    const all = Uint32Array.from({ length: 40 }, (_, i) => i);
    for (const indices of [all, all.subarray(5, 6), all.subarray(0, 9)]) {
      const clip = { norm: "l2", bound: 0.5 } as const;
      const { sum } = pass.clippedGradientSum(examples(40), indices, clip);
      const expected = referenceClippedSum(model, weights, examples(40), indices, clip);
      expect(relativeError(sum, expected.sum)).toBeLessThan(1e-5);
    }
  });

  it("keep every norm within the bound", () => {
    const embedding = bertModel({ ...extents, segments: 3 });
    const model = readModel("test", embedding);
    const weights = initialWeights(model, seededSource(3)).map((weight, i) => weight + 0.3 * Math.sin(i * i));
    const pass = new GradientPass(module, model);
    pass.loadWeights(weights);
    for (let i = 0; i < 40; i++) {
      const clip = { norm: "l2", bound: 1e-3 } as const;
      const norm = Math.hypot(...pass.clippedGradientSum(examples(40), Uint32Array.of(i), clip).sum);
      expect(norm).toBeLessThanOrEqual(1e-3);
      expect(norm).toBeGreaterThan(1e-3 * (1 - 2 ** -19));
    }
  });
});
