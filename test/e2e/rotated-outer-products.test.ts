import { DpError } from "croupier-dp";
import { rotateAndCut } from "croupier-dp/mechanisms";
import { initialWeights, type Model } from "croupier-dp/models";
import { seededSource } from "croupier-dp/random";
import { type BlockClipRule, type GradientEngine, loadMnist, openGradientEngine } from "croupier-dp/training";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const { train, test } = await loadMnist();
const LINEAR: Model = {
  input: { height: 28, width: 28, channels: 1 },
  layers: [{ kind: "dense", units: 10 }],
};
const weights = initialWeights(LINEAR, seededSource(3));
const CLIP: BlockClipRule = {
  ...{ norm: "l2-blocks", bound: 0.7, blocks: 16, rotationSeed: 3 },
  rotationColumns: 10,
};
/** More than one chunk. */
const INDICES = Uint32Array.from({ length: 300 }, (_, i) => (i * 13) % train.count);

function open(model: Model | "mnist-cnn", threads: number): Promise<GradientEngine> {
  return openGradientEngine({ model, train, test, threads });
}

async function refusal(engine: GradientEngine, clip: BlockClipRule): Promise<DpError> {
  const gradients = new Float32Array(engine.dimension);
  const error = await engine.clippedGradientSum(gradients, INDICES.subarray(0, 2), clip).catch((e) => e);
  expect(error).toBeInstanceOf(DpError);
  return error;
}

describe("blocks of outer products", () => {
  let engine: GradientEngine;
  beforeAll(async () => {
    engine = await open(LINEAR, 2);
  });
  afterAll(() => engine.close());

  it("are those that rotateAndCut makes of the matrix, of whole gradients and of single blocks", async () => {
    const joins = Uint8Array.from({ length: 16 * INDICES.length }, (_, i) => ((i * i) % 7) & 1);
    const rotated = rotateAndCut({ dimension: 7850, columns: 10, blocks: 16, clipBound: 0.7, seed: 3 });
    const all = new Float64Array(7850);
    const some = new Float64Array(7850);
    for (const [place, index] of INDICES.entries()) {
      const { sum } = await engine.clippedGradientSum(weights, Uint32Array.of(index), { norm: "none" });
      const blocks = rotated.cut(sum);
      const kept = blocks.map((block, j) => block.map((x) => x * joins[16 * place + j]!));
      add(all, rotated.join(blocks));
      add(some, rotated.join(kept));
    }
    const sums = [
      await engine.clippedGradientSum(weights, INDICES, CLIP),
      await engine.clippedGradientSum(weights, INDICES, CLIP, joins),
    ];
    expect(distance(sums[0]!.sum, all) / length(all)).toBeLessThan(1e-5);
    expect(distance(sums[1]!.sum, some) / length(some)).toBeLessThan(1e-5);
    expect(distance(all, some) / length(all)).toBeGreaterThan(0.1);
  });

  it("have the bits of one thread on two", async () => {
    const alone = await open(LINEAR, 1);
    const [one, two] = await Promise.all(
      [alone, engine].map((of) => of.clippedGradientSum(weights, INDICES, CLIP)),
    );
    expect(one).toEqual(two);
    await alone.close();
  });

  it("need a model whose gradients are outer products, and its columns", async () => {
    const { code, message } = await refusal(engine, { ...CLIP, rotationColumns: 5 });
    expect([code, message]).toEqual([
      "NOT_APPLICABLE",
      "clippedGradientSum: clip.rotationColumns must be 1 or 10, the units of the one layer that is trained, got 5",
    ]);
    const network = await open("mnist-cnn", 1);
    const refused = await refusal(network, CLIP);
    await network.close();
    expect([refused.code, refused.message]).toEqual([
      "NOT_APPLICABLE",
      "clippedGradientSum: clip.rotationColumns must be 1 for this model, got 10",
    ]);
  });
});

function add(total: Float64Array, vector: Float64Array): void {
  for (let i = 0; i < total.length; i++) total[i]! += vector[i]!;
}

function length(vector: Float64Array): number {
  return Math.sqrt(vector.reduce((total, x) => total + x * x, 0));
}

function distance(one: Float64Array, other: Float64Array): number {
  return length(one.map((entry, i) => entry - other[i]!));
}
