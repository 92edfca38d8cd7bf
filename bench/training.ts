import { seededSource } from "../src/random/index.js";
import { referenceClippedSum } from "../src/training/gradients/reference-clipped-sum.js";
import {
  type GradientEngine,
  loadMnist,
  openGradientEngine,
  orientedGradients,
} from "../src/training/index.js";
import { initialWeights, modelOf } from "../src/training/models/index.js";
import { type LoopOf, roundContestant } from "./round-contestant.js";
import { type Rate, takeTurns } from "./take-turns.js";

const PLAIN = 100;

/**
 * Examples per second through the whole training loop (sampling, gradients, clipping or reports, noise,
 * update, ledger) on one and two threads, beside the plain twin's clipped gradients alone: a convolutional
 * model, and the linear one of `npm start`, whole and in 16 blocks. Evaluations and accounting are not in it.
 */
export async function benchTraining(): Promise<Rate[]> {
  const data = await loadMnist();
  const { train } = data;
  const model = modelOf("mnist-cnn");
  const weights = initialWeights(model, seededSource(1));
  const indices = Uint32Array.from({ length: PLAIN }, (_, i) => i);
  const histograms = { train: orientedGradients(train), test: orientedGradients(data.test) };
  const engines = await Promise.all([1, 2].map((threads) => openGradientEngine({ ...data, model, threads })));
  const linear = await Promise.all(
    [1, 2].map((threads) => openGradientEngine({ ...histograms, model: "mnist-hog", threads })),
  );
  const loop =
    (preset: LoopOf["preset"], name: LoopOf["model"], blocks?: number) => (engine: GradientEngine) =>
      roundContestant({ preset, model: name, engine, examples: train.count, blocks });
  const rates = await takeTurns([
    {
      what: "plain TypeScript, clipped gradients alone",
      count: PLAIN,
      run: () => void referenceClippedSum(model, weights, train, indices, { norm: "l2", bound: 1 }),
    },
    ...engines.map(loop("mnist-check-in", "mnist-cnn", 1)),
    ...engines.map(loop("mnist-check-in", "mnist-cnn", 16)),
    ...engines.map(loop("mnist-cldp", "mnist-cnn")),
    ...linear.map(loop("mnist-check-in", "mnist-hog", 1)),
    ...linear.map(loop("mnist-check-in", "mnist-hog", 16)),
  ]);
  for (const engine of [...engines, ...linear]) await engine.close();
  return rates;
}
