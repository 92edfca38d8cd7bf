import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { seededSource } from "../../../../src/random/seeded-source.js";
import { baseModel } from "../../../../src/training/config/configured-model.js";
import type { TrainConfig } from "../../../../src/training/config/train-config.js";
import { initialWeights } from "../../../../src/training/models/initial-weights.js";
import { modelTensors } from "../../../../src/training/models/model-tensors.js";
import { encodeSafetensors } from "../../../../src/training/safetensors/encode-safetensors.js";
import { initFromFile } from "./init-from-file.js";

const root = mkdtempSync(join(tmpdir(), "croupier-init-"));
const file = join(root, "weights.safetensors");
const said = vi.fn();
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  said.mockClear();
  vi.spyOn(process.stderr, "write").mockImplementation(said);
});

const configOf = (model: string, task: string) =>
  ({ model, task, sequenceLength: 8 }) as unknown as TrainConfig;

/** Writes the weights that a run of this configuration could have. */
function written(config: TrainConfig): Float32Array {
  const model = baseModel(config);
  const weights = initialWeights(model, seededSource(1)).map((weight, i) => weight + Math.sin(i * i));
  writeFileSync(file, encodeSafetensors({ tensors: modelTensors(model, weights), metadata: {} }));
  return weights;
}

describe("the weights to begin with", () => {
  it.each([
    ["byte-bert", "sst-2"],
    ["byte-gpt", "text"],
    ["mnist-vit", "mnist"],
    ["mnist-cnn", "mnist"],
  ])("of %s are all of the file's", { tags: ["slow"] }, async (name, task) => {
    const config = configOf(name, task);
    const { sequenceLength: _, ...ofPictures } = config;
    const choice = task === "mnist" ? (ofPictures as TrainConfig) : config;
    const weights = written(choice);
    expect(await initFromFile(file, choice, seededSource(2))).toEqual(weights);
    expect(said).not.toHaveBeenCalled();
  });

  it("of another number of classes are the file's but for the head, which is said", async () => {
    const weights = written(configOf("byte-bert", "sst-2"));
    const begun = await initFromFile(file, configOf("byte-bert", "mnli"), seededSource(2));
    const head = 3 * 32 + 3;
    expect(begun.slice(0, -head)).toEqual(weights.slice(0, begun.length - head));
    expect(begun.slice(-head, -3).every((weight) => weight !== 0)).toBe(true);
    expect(said.mock.calls.flat().join("")).toContain("8.dense.weights, 8.dense.biases begin at random");
  });

  it("of another model are refused, with the tensor's name", async () => {
    written(configOf("byte-gpt", "text"));
    await expect(initFromFile(file, configOf("byte-bert", "sst-2"), seededSource(2))).rejects.toMatchObject({
      code: "DATA_UNREADABLE",
      message: expect.stringContaining("0.tokenEmbedding.weights is 260 x 64, not 260 x 32"),
    });
  });
});
