import { seededSource } from "../src/random/index.js";
import { referenceClippedSum } from "../src/training/gradients/reference-clipped-sum.js";
import { loadMnist, openGradientEngine } from "../src/training/index.js";
import { initialWeights, type ModelName, modelOf } from "../src/training/models/index.js";
import { takeTurns } from "./take-turns.js";

export interface GradientResult {
  readonly model: string;
  readonly what: string;
  /** Median over the rounds of l2-clipped per-example gradients per second. */
  readonly examplesPerSecond: number;
  /** Median over the rounds of the ratio to the plain twin in the same round. */
  readonly timesPlain: number;
}

const MNIST_MODELS: readonly ModelName[] = ["mnist-cnn", "mnist-cnn-relu"];
const CLIP = { norm: "l2", bound: 1 } as const;

/**
 * Per-example gradients of MNIST: kernels on one and two threads, and the plain TypeScript twin, taking turns
 * so that a busy machine slows all of them. The twin is written to be read, in float64; it is not the fastest
 * plain TypeScript.
 */
export async function benchGradients(): Promise<GradientResult[]> {
  const { train, test } = await loadMnist();
  const results: GradientResult[] = [];
  for (const model of MNIST_MODELS) {
    const weights = initialWeights(model, seededSource(1));
    const indices = (count: number) => Uint32Array.from({ length: count }, (_, i) => (i * 7) % train.count);
    const engines = await Promise.all(
      [1, 2].map((threads) => openGradientEngine({ model, train, test, threads })),
    );
    const plain = () => referenceClippedSum(modelOf(model), weights, train, indices(100), CLIP);
    const contestants = [
      { what: "plain TypeScript", count: 100, run: async () => void plain() },
      ...engines.map((engine) => ({
        what: `kernels, threads: ${engine.threads}`,
        count: 4096 * engine.threads,
        run: async () =>
          void (await engine.clippedGradientSum(weights, indices(4096 * engine.threads), CLIP)),
      })),
    ];
    for (const { what, perSecond, timesFirst } of await takeTurns(contestants)) {
      results.push({ model, what, examplesPerSecond: perSecond, timesPlain: timesFirst });
    }
    for (const engine of engines) await engine.close();
  }
  return results;
}
